/** An event of a stream of server-sent events. */
export interface ServerEvent {
  id: string;
  type: string;
  data: string;
}

/**
 * Reads server-sent events (HTML standard, section 9.2.6) from the body of an answer. EventSource cannot send the header that the API requires. `alive` is
 * called whenever something arrives, including comments.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parse(block);
        if (event) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function parse(block: string): ServerEvent | undefined {
  const event = { id: "", type: "", data: "" };
  for (const line of block.split("\n")) {
    const [name, value] = cut(line);
    if (name === "id") event.id = value;
    else if (name === "event") event.type = value;
    else if (name === "data") event.data += (event.data ? "\n" : "") + value;
  }
  return event.type || event.data ? event : undefined;
}

function cut(line: string): [name: string, value: string] {
  const at = line.indexOf(":");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
}
