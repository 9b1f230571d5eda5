// A panel's members behind aimock: answers made from the prompt alone, as tests/faults/panel.py makes them.
//
// node members.mjs FILE: FILE is aimock's own. Prints its address, and serves until standard input closes.
// What it does wrong is aimock's: its chaos is set over HTTP, and "Break off." is one of its fixture options.
import { pathToFileURL } from "node:url";

const { LLMock } = await import(pathToFileURL(process.argv[2]).href);

// The same dice in every run.
let seed = 7;
Math.random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

const text = (content) =>
  typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("");
const prompt = (request) =>
  text(request.messages.filter((message) => message.role === "user").at(-1)?.content);

function answer(asked) {
  const parts = [...asked.matchAll(/<data name="([^"]*)">\n(.*?)\n<\/data>/gs)];
  const has = (...names) => names.every((name) => asked.includes(`"${name}"`));
  if (has("ranking")) {
    const labels = parts.map((part) => part[1]).filter((name) => name.startsWith("Response "));
    const words = { claim: "The figure has no source.", suggestion: "Name it.", quote: "" };
    const items = labels.slice(0, 1).map((target) => ({
      target, ...words, severity: "medium", category: "evidence",
    }));
    return JSON.stringify({ ranking: labels, items });
  }
  if (has("questions", "options")) return JSON.stringify({ questions: [] });
  if (has("agreement")) {
    return JSON.stringify({ agreement: 60, quality: 70, must_haves: [], note: "Split." });
  }
  if (has("justification")) {
    const old = parts.find((part) => part[1] === "your answer")?.[2] ?? "Nothing yet.";
    const ids = [...asked.matchAll(/^id: (\S+)$/gm)].map((found) => found[1]);
    const answers = ids.map((id) => ({ id, answer: "fixed", justification: "Said." }));
    return JSON.stringify({ text: `${old}\n\nMore.`, answers, summary: "One more." });
  }
  if (has("confidence")) {
    return JSON.stringify({ answer: "Move to the river.", agreed: ["Move."], confidence: "medium" });
  }
  return "Move to the river. The rent is lower there; the way is longer.";
}

const mock = new LLMock({ port: 0, logLevel: "silent", journalMaxEntries: 0 });
const tool = { name: "find", arguments: JSON.stringify({ q: "river" }) };
mock.on({ userMessage: "Use the tool.", hasToolResult: false }, { toolCalls: [tool] });
mock.on({ userMessage: "Think first." }, { content: "To the river.", reasoning: "The rent is lower." });
mock.on({ userMessage: "Break off." }, { content: "All that was said. ".repeat(20) }, { truncateAfterChunks: 6, latency: 20 });
mock.on({ userMessage: "Say it back: " }, (request) => ({ content: prompt(request).slice(13) }), { chunkSize: 997 });
// Each dialect takes the counts of its own names; of Ollama's there are none.
const usage = {
  prompt_tokens: 21, completion_tokens: 13, input_tokens: 21, output_tokens: 13,
  promptTokenCount: 21, candidatesTokenCount: 13,
};
mock.on({}, (request) => ({ content: answer(prompt(request)), usage }));
console.log(await mock.start());
process.stdin.on("end", () => process.exit(0)).resume();
