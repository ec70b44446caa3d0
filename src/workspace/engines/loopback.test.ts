import { expect, test } from "vitest";
import { isLoopbackEndpoint } from "./loopback.ts";

const at = (host: string) => `http://${host}/v1/chat/completions`;

// shows: schema-543, schema-547a
test.each([
  "127.0.0.1",
  "127.0.0.1:11434",
  "127.0.0.2",
  "127.255.255.254",
  "127.1",
  "2130706433",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "localhost",
  "LOCALHOST:1234",
  "localhost.",
  "models.localhost",
  "a.b.localhost:8080",
  "[::1]",
  "[::1]:8080",
  "[0:0:0:0:0:0:0:1]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  "[::0.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::FFFF:127.8.9.10]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:7f12:3456]",
  "0.0.0.0:8000",
  "[::]",
  "[0::0]:8000",
])("%s is on this machine", (host) => {
  expect(isLoopbackEndpoint(at(host))).toBe(true);
});

// shows: schema-549b
test.each(["", "not a url", "http://", "http://exa mple/", "127.0.0.1:99999", "http://[::1"])(
  "what cannot be parsed (%j) counts as on this machine",
  (endpoint) => {
    expect(isLoopbackEndpoint(endpoint)).toBe(true);
  },
);

// shows: schema-547b, schema-549a
test.each([
  "api.example.com",
  "localhost.example.com",
  "notlocalhost",
  "128.0.0.1",
  "126.255.255.255",
  "10.0.0.1",
  "192.168.1.20:1234",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::ffff:8.8.8.8]",
  "[::ffff:808:808]",
  "[::ffff:0:7f00:1]",
  "[::ffff:0.0.0.0]",
  "[::2]",
  "[fe80::1]",
  "0.0.0.1",
  "host.docker.internal",
  "my-laptop",
])("%s is elsewhere", (host) => {
  expect(isLoopbackEndpoint(at(host))).toBe(false);
});
