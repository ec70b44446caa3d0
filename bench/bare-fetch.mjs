// The baseline of `ask`: the same questions, one after the other, by Node's own fetch, with nothing kept.
// Usage: node bench/bare-fetch.mjs <endpoint> <count>
const [endpoint, count] = process.argv.slice(2);

for (let index = 0; index < Number(count); index += 1) {
  const content = `Say what the bird does.\n\n${index}`;
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: "bench",
      messages: [{ role: "user", content }],
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  const body = await response.text();
  if (response.status !== 200 || !body.includes("[DONE]")) throw new Error(`${response.status} ${body}`);
}
