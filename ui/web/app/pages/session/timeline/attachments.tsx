import { useEffect, useState } from "preact/hooks";
import { getAttachment, type Attachment, type Detail, type Entry } from "../../../api/client";
import { asProblem } from "../../../api/call";
import { amount, count } from "../../../values/amount";
import { Text } from "../../../parts/text";
import { visible } from "../../../values/visible";
import { Fold } from "./fold";
import { attachmentsOf } from "./folds";
import type { Reading } from "./reading";
import { partsOf } from "../../../values/reference";

/** The types of pictures that are shown. Others, such as SVG, can contain active content. */
const pictures = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** The pictures and files of an entry: their names, and the pictures when they are opened. */
export function Attachments({ reading, of }: { reading: Reading; of: Entry }) {
  const all = of.attachments ?? [];
  if (all.length === 0) return null;
  return (
    <Fold reading={reading} part={attachmentsOf(of)} head={<span class="tool">{all.length === 1 ? "attachment" : count(all.length, "attachment")}</span>} aside={<Text of={all.map(nameOf).join(", ")} />}>
      {all.map((attachment, n) => (
        <figure key={n}>
          <figcaption class="meta">
            <Text of={nameOf(attachment)} />
            {attachment.bytes ? ` · ${amount(attachment.bytes)} bytes` : ""}
          </figcaption>
          {attachment.sha256 && pictures.includes(attachment.mediaType) && <Picture session={reading.session} of={attachment} digest={attachment.sha256} />}
        </figure>
      ))}
    </Fold>
  );
}

function nameOf({ name, mediaType }: Attachment): string {
  return name ? `${name} (${mediaType})` : mediaType;
}

/** A picture. It is fetched with the page's key, which an address in the document could not send. */
function Picture({ session, of, digest }: { session: Detail; of: Attachment; digest: string }) {
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const reading = new AbortController();
    let made = "";
    blobOf(session, digest, reading.signal).then(
      (blob) => {
        if (reading.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      (error: unknown) => {
        if (!reading.signal.aborted) setProblem(asProblem(error).detail);
      },
    );
    return () => {
      reading.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [digest]);
  if (problem) return <p class="meta">The picture cannot be shown: {visible(problem)}</p>;
  return address ? <img src={address} alt={visible(of.name ?? "picture")} /> : null;
}

/** Reads a picture. Its type is the one that the server has detected in its bytes. */
async function blobOf(session: Detail, sha256: string, signal: AbortSignal): Promise<Blob> {
  const blob = await (await getAttachment({ ...partsOf(session.reference), sha256 }, { signal })).blob();
  if (!pictures.includes(blob.type)) throw new Error(`its type is ${blob.type}`);
  return blob;
}
