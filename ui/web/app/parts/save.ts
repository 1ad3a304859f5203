import { exportSession } from "../api/client";
import { attempt } from "../shell/failures";
import { partsOf } from "../values/reference";

/** Saves a session as a file, in the browser's folder for downloads. */
export async function save(reference: string, format: "html" | "md") {
  await attempt("Export the session", async () => {
    const answer = await exportSession({ ...partsOf(reference), format });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = nameOf(answer) ?? `session.${format}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it after this function
  });
}

/** The file name from the server (RFC 6266). */
function nameOf(answer: Response): string | undefined {
  const given = answer.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=utf-8''([^;]+)/.exec(given)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/.exec(given)?.[1];
}
