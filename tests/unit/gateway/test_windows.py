"""What servers say of a request that is too long, and of the window it is too long for."""

from __future__ import annotations

import pytest

from app.gateway.host.errors import fault_of_event
from app.gateway.host.windows import too_long, window_of

KEEP = (
    "The number of tokens to keep from the initial prompt is greater than the context length "
    "(n_keep: {}>= n_ctx: 4096). Try to load the model with a larger context length."
)


@pytest.mark.parametrize(
    ("said", "window"),
    [
        (KEEP.format(15028), 4096),
        ("Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)", 7424),
        (
            "Trying to keep the first 15857 tokens, the model is loaded with context length of only 4096.",
            4096,
        ),
        ("This model's maximum prompt length is 131072 but the request contains 150021 tokens.", 131072),
        ("<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]", 129024),
        ("prompt is too long: 214517 tokens > 200000 maximum", 200000),
        ("the request exceeds the available context size (4096 tokens), try increasing it", 4096),
        (
            "This model's maximum context length is 8192 tokens. However, you requested 10000 tokens.",
            8192,
        ),
        ("The prompt has 15000 tokens, the limit is 8192", 8192),
        ("Input length (15000) exceeds the maximum allowed length (8192)", 8192),
        ("`inputs` must have less than 4095 tokens. Given: 5000", 4095),
        ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens", 4096),
        ("输入内容过长，超过模型最大上下文长度 8192", 8192),
        ("Prompt contains 40000 tokens, too large for model with 32768 maximum context length", 32768),
        ("Prompt length 5000 is greater than max_seq_len 4096", 4096),
        ("Sequence length 5000 > 4096 is not supported", 4096),
        ("The request cannot be scheduled: prompt (5000) exceeds KV cache capacity (4096)", None),
        ("Context size has been exceeded.", None),
        ("input is too large to process. increase the physical batch size", None),
        ("too many tokens: size limit exceeded by 1200 tokens. Try using shorter or fewer inputs.", None),
        ("Prompt 超长", None),
        ("prompt too long; exceeded max context length by 4 tokens", None),
        ("요청이 모델의 최대 컨텍스트 길이(8192 토큰)를 초과했습니다.", None),
        ("O prompt é muito longo: 12000 tokens, o máximo permitido é 8192 tokens.", None),
        ("Przekroczono maksymalną długość kontekstu: 8192 tokenów.", 8192),
        ("Input exceeds 32000 characters; yours has 40211.", None),
        ("入力トークン数が上限（8192）を超えています", 8192),
        ("La solicitud supera la longitud máxima de contexto de 8192 tokens.", 8192),
        ("La requête dépasse la longueur maximale du contexte (8192 tokens).", 8192),
        ("Die Anfrage überschreitet die maximale Kontextlänge von 8192 Tokens.", 8192),
        ("Превышена максимальная длина контекста: 8192 токенов", 8192),
        ("The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", 1048576),
    ],
)
def test_a_request_that_is_too_long_is_known_by_the_shape_of_its_refusal(
    said: str, window: int | None
) -> None:
    assert too_long(said.lower())
    assert window_of(said.lower()) == window
    fault = fault_of_event({"message": said, "type": "invalid_request_error"})
    assert (fault.kind, fault.window) == ("context_overflow", window)


@pytest.mark.parametrize(
    "said",
    [
        "max_tokens: 32000 > 8192, which is the maximum allowed for this model",
        "field stop[0] too long (max 500 characters)",
        "image id 429011 not found",
        "This request would exceed your organization's rate limit of 30,000 input tokens per minute.",
        "Input should be less than or equal to 2048",
    ],
)
def test_other_limits_are_none_of_the_window(said: str) -> None:
    assert not too_long(said.lower())


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"message": "image id 429011 not found", "type": "invalid_request_error"}, "bad_reply"),
        ({"message": "field stop[0] too long (max 500 characters)"}, "bad_reply"),
        ({"message": "Broke down.", "code": 502}, "server_error"),
        ({"message": "Broke down.", "code": "1302"}, "bad_reply"),
        ({"message": "您当前使用该API的并发数过高", "code": "1302"}, "rate_limit"),
        ({"message": "Broke down.", "code": "503"}, "overloaded"),
        ({"message": "502 Bad Gateway"}, "server_error"),
        ({"message": "Error code: 429 - slower"}, "rate_limit"),
        ({"message": "upstream said (529)"}, "overloaded"),
        ({"message": "模型无可用渠道（distributor）", "type": "new_api_error"}, "bad_reply"),
        ({"message": "Upstream quota is exhausted, please top up", "type": "upstream_error"}, "no_credit"),
    ],
)
def test_an_error_is_known_by_its_code_and_not_by_digits_within_a_number(
    error: dict[str, object], kind: str
) -> None:
    assert fault_of_event(error).kind == kind
