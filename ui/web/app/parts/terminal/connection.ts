import { terminalPath } from "../../api/client";
import { address } from "../../api/call";
import { key } from "../../api/key";
import type { Problem as ProblemAnswer } from "../../api/client";

const protocol = "stead.terminal.v1";

/** Who has the keyboard of a run's terminal. */
export interface Keyboard {
  yours: boolean;
  taken: boolean;
  /** The number of viewers, including this page. */
  terminals: number;
}

export interface Size {
  rows: number;
  columns: number;
}

/** Receives the events of a connection. */
export interface Listener {
  /** A drawing begins: the previous drawing must be cleared. */
  begins(): void;
  drawn(bytes: Uint8Array): void;
  keyboard(keyboard: Keyboard): void;
  /** The connection has dropped, and is being restored. */
  dropped(): void;
  /** The connection has ended, with the reason for people. */
  ended(why: string): void;
  /** Something was refused, while the terminal continues. */
  refused(why: string): void;
}

/**
 * The terminal of a run at the other end of a WebSocket (docs/api.md). A dropped connection is restored, until the run has ended or the connection is closed.
 */
export class Connection {
  private socket: WebSocket | undefined;
  private pause = 250;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private over = false;
  private problem = "";

  constructor(
    private readonly run: string,
    private size: Size,
    private readonly listener: Listener,
  ) {
    this.open();
  }

  /** Types. The server drops the keys of viewers without the keyboard. */
  type(keys: Uint8Array<ArrayBuffer>) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(keys);
  }

  /** Takes the keyboard from its current holder, or gives it back. */
  take(yours: boolean) {
    this.say({ type: "keyboard", yours });
  }

  /** Reports the size of the terminal on this page. */
  resize(size: Size) {
    if (size.rows === this.size.rows && size.columns === this.size.columns) return;
    this.size = size;
    this.say({ type: "size", ...size });
  }

  close() {
    this.over = true;
    clearTimeout(this.waiting);
    this.socket?.close();
  }

  private open() {
    const url = new URL(address(terminalPath(this.run)), location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url, protocol);
    this.socket = socket;
    this.problem = "";
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.listener.begins();
      this.say({ type: "key", key: key() ?? "", ...this.size });
    };
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.told(data) : this.draw(data as ArrayBuffer));
    socket.onclose = (event) => this.closed(socket, event);
  }

  private say(message: object) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private draw(bytes: ArrayBuffer) {
    this.pause = 250;
    this.listener.drawn(new Uint8Array(bytes));
  }

  private told(text: string) {
    const message = JSON.parse(text) as { type: string; why?: string; problem?: ProblemAnswer } & Keyboard;
    if (message.type === "keyboard") this.listener.keyboard(message);
    if (message.type === "end") this.end(message.why === "over" ? "The run has ended." : "The run's process was killed.");
    if (message.type === "problem") {
      this.problem = [message.problem?.detail, message.problem?.hint].filter(Boolean).join(": ");
      this.listener.refused(this.problem);
    }
  }

  private closed(socket: WebSocket, event: CloseEvent) {
    if (this.over || socket !== this.socket) return;
    if (event.code >= 4000) {
      this.end(this.problem || "The server shows no terminal of this run.");
      return;
    }
    this.listener.dropped();
    this.waiting = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, 5000);
  }

  private end(why: string) {
    if (this.over) return;
    this.over = true;
    this.listener.ended(why);
  }
}
