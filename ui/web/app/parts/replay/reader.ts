import { getRecording } from "../../api/client";

/** An event in a recorded terminal: "o" is output, "r" a new size such as 120x40. */
export interface RecordedEvent {
  /** When it happened, in milliseconds from the beginning of the recording. */
  at: number;
  code: string;
  data: string;
}

/** Reads a recording (asciicast 3) from a byte on, only as far as needed: the rest stays on the server. */
export class Reader {
  private readonly calledOff = new AbortController();
  private stream: ReadableStreamDefaultReader<string> | undefined;
  /** The text that was read, of which the part up to `at` is done. A chunk may have thousands of lines; each is parsed when its turn comes. */
  private text = "";
  private at = 0;
  private next: RecordedEvent | undefined;
  private done = false;

  /** @param ms the time of the byte, in milliseconds */
  constructor(
    private readonly run: string,
    private readonly from: number,
    private ms: number,
  ) {}

  /** Returns the next event without consuming it, or undefined at the end. */
  async peek(): Promise<RecordedEvent | undefined> {
    while (!this.next) {
      const end = this.text.indexOf("\n", this.at);
      if (end >= 0) {
        this.next = this.parse(this.text.slice(this.at, end));
        this.at = end + 1;
      } else if (this.done) {
        return undefined;
      } else {
        await this.read();
      }
    }
    return this.next;
  }

  /** Consumes the next event. */
  take() {
    this.next = undefined;
  }

  close() {
    this.done = true;
    this.text = "";
    this.calledOff.abort();
  }

  private async read() {
    this.stream ??= await this.open();
    const { done, value } = await this.stream.read();
    this.done ||= done;
    this.text = this.text.slice(this.at) + (value ?? "");
    this.at = 0;
  }

  private async open() {
    const answer = await getRecording({ id: this.run, from: this.from }, { signal: this.calledOff.signal });
    const body = answer.body ?? new Blob().stream();
    return body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  }

  /** Parses an event. The header, comments, and lines that were damaged when stead was killed are not events: the recording continues after them. */
  private parse(line: string): RecordedEvent | undefined {
    if (!line.startsWith("[")) return undefined;
    try {
      const [interval, code, data] = JSON.parse(line) as [number, string, string];
      this.ms += interval * 1000;
      return { at: this.ms, code, data };
    } catch {
      return undefined;
    }
  }
}
