"""The providers whose calls litellm carries, as data: resources/models/carried.json (`models.py` writes it).

Names of parameters are litellm's, those of variables its documentation's; both are read from its own tables.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from app.gateway.providers import SPOKEN

FIELDS = "proxy/public_endpoints/provider_create_fields.json"
SECRET = frozenset({"password", "upload", "textarea"})
NEEDS: Mapping[str, Sequence[Sequence[str]]] = {
    "azure": (("api_base",), ("api_key", "azure_ad_token", "client_secret")),
    "bedrock": (("aws_region_name",), ("api_key", "aws_secret_access_key", "aws_profile_name")),
    "vertex_ai": (("vertex_project",), ("vertex_location",)),
    "watsonx": (("api_base",), ("api_key", "token", "zen_api_key"), ("project_id", "space_id")),
}
"""What its tables leave open: of each group one is needed."""
VARIABLES: Mapping[str, str] = {
    "bedrock.api_key": "AWS_BEARER_TOKEN_BEDROCK",
    "azure.azure_ad_token": "AZURE_AD_TOKEN",
    "vertex_ai.vertex_project": "VERTEXAI_PROJECT",
    "vertex_ai.vertex_location": "VERTEXAI_LOCATION",
    "vertex_ai.vertex_credentials": "GOOGLE_APPLICATION_CREDENTIALS",
    "watsonx.api_base": "WATSONX_URL",
}
"""Those that are not made of the provider's and the parameter's name."""
LEFT_OUT = re.compile(
    r"custom|^text-|_text$|^vllm$|^petals$|^ollama|^llamafile$|^lm_studio$|copilot|^chatgpt$|^openai_like$"
    r"|_chat$|_beta$|^sagemaker(_nova)?$|^assemblyai$|^fal_ai$|^aiohttp_openai$|^litellm_agent$|^dotprompt$|_proxy$|^aws_polly$|^nvidia_riva$|^anthropic_text$|^a2a"
)
"""What answers within litellm itself, opens a page to log in, or is reached otherwise here."""


def carried_text() -> str:
    """Return the file: by provider its title, parameters, their variables, secrets, what is needed."""
    import litellm  # late: `models.py` sets how it is imported

    place = Path(litellm.__file__).parent / FIELDS
    listed = {one["litellm_provider"]: one for one in reversed(json.loads(place.read_text("utf-8")))}
    found = {}
    for name in sorted(str(getattr(one, "value", one)) for one in litellm.provider_list):
        if name in SPOKEN or LEFT_OUT.search(name) or not _chats(name):
            continue
        found[name] = _one(name, listed.get(name, {}))
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in found.items())
    return f'{{"made_from": "litellm {version("litellm")}", "providers": {{\n{lines}\n}}}}\n'


def _chats(name: str) -> bool:
    from litellm.types.utils import LlmProviders
    from litellm.utils import ProviderConfigManager

    if name in NEEDS:
        return True
    try:
        return ProviderConfigManager.get_provider_chat_config("some-model", LlmProviders(name)) is not None
    except Exception:  # noqa: BLE001  it raises what it likes of a provider without models for chats
        return False


def _one(name: str, told: Mapping[str, Any]) -> Mapping[str, Any]:
    fields = {one["key"]: one for one in told.get("credential_fields", ())} or {"api_key": {"required": True}}
    fields.setdefault("api_base", {})
    needs = NEEDS.get(name) or [[key] for key, one in fields.items() if one.get("required")]
    if not needs and "api_key" in fields:
        needs = [["api_key"]]
    return {
        "title": str(told.get("provider_display_name") or name.replace("_", " ").title()).strip(),
        "named": {key: variable for key in fields for variable in _variables(name, key)},
        "secret": [
            key
            for key, one in fields.items()
            if one.get("field_type") in SECRET or key in ("api_key", "aws_access_key_id")
        ],
        "needs": needs,
    }


def _variables(name: str, key: str) -> Iterator[str]:
    from litellm import validate_environment

    if own := VARIABLES.get(f"{name}.{key}"):
        yield own
    elif key == "api_key":
        before = dict(os.environ)
        missing = validate_environment(f"{name}/some-model")["missing_keys"]
        os.environ.update(before)
        yield next((one for one in missing if one.endswith(("API_KEY", "APIKEY"))), f"{_upper(name)}_API_KEY")
    elif key.startswith(("aws_", name.split("_")[0])):
        yield key.upper()
    else:
        yield f"{_upper(name)}_{key.upper()}"


def _upper(name: str) -> str:
    return name.upper().replace("-", "_")
