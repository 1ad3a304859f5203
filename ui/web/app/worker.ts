// The service worker. It makes the pages an installable app, and says that the server is away where a browser would show its own page. It stores no data:
// sessions are read from the server each time.

const away = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light"><title>stead is away</title>
<body><h1>stead does not answer</h1><p>Run <code>stead serve</code> on the machine that has your sessions, then load this page again.</p></body></html>`;

interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

self.addEventListener("fetch", (event) => {
  const { request } = event as Fetching;
  if (request.mode !== "navigate") return;
  (event as Fetching).respondWith(
    fetch(request).catch(() => new Response(away, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } })),
  );
});
