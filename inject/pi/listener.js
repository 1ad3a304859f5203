// Tells stead what Pi does: a line of JSON in the file of the run's events for each thing. It changes nothing.
import { appendFileSync } from "node:fs";

export default function (pi) {
  const tell = (event) => {
    try {
      appendFileSync(events, JSON.stringify(event) + "\n");
    } catch {
      // Nobody listens any more.
    }
  };
  pi.on("session_start", (_, { sessionManager }) => tell({ type: "session", id: sessionManager?.getSessionId?.() }));
  let attempts = 0;
  let error;
  pi.on("agent_start", () => tell({ type: "agent_start" }));
  pi.on("message_end", ({ message }) => {
    if (message.role !== "assistant") return;
    error = message.stopReason === "error" ? message.errorMessage || "Pi reported an error" : undefined;
    attempts = error ? attempts + 1 : 0;
    if (error) tell({ type: "attempt_failed", attempt: attempts, error });
  });
  let prompt = Date.now(); // names the dialogs, which have no ids of their own
  pi.on("ui_prompt_start", ({ kind, title }) => tell({ type: "ui_prompt_start", id: `p${++prompt}`, kind, title }));
  pi.on("ui_prompt_end", () => tell({ type: "ui_prompt_end", id: `p${prompt}` }));
  pi.on("agent_settled", () => tell({ type: "agent_settled", error }));
}
