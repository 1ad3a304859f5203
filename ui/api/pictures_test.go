package api_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stead/ui/model"
)

// withPictures returns a session whose prompts have these pictures, as they say PNGs in base64.
func withPictures(contents ...string) string {
	var b strings.Builder
	for i, content := range contents {
		fmt.Fprintf(&b,
			`{"parentUuid":null,"isSidechain":false,"type":"user","uuid":"00000000-0000-4000-8000-00000000000%d","sessionId":"%s","cwd":"/","version":"2.1.197",`+
				`"timestamp":"2026-11-20T19:00:00.000Z","message":{"role":"user","content":[{"type":"text","text":"look"},`+
				`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"%s"}}]}}`+"\n", i, forkID, content)
	}
	return b.String()
}

func TestOnlyPicturesAreGivenAsWhatTheyAre(t *testing.T) {
	m := newMachine(t)
	kinds := map[string]string{
		"image/png": "\x89PNG\r\n\x1a\nrest", "image/jpeg": "\xff\xd8\xff\xe0 and more", "image/gif": "GIF89a and more",
		"image/webp": "RIFF1234WEBPVP8 ",
	}
	var types, contents []string
	for kind, content := range kinds {
		types, contents = append(types, kind), append(contents, base64.StdEncoding.EncodeToString([]byte(content)))
	}
	for _, other := range []string{`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, "<html>",
		"RIFF1234WAVEfmt ", ""} {
		contents = append(contents, base64.StdEncoding.EncodeToString([]byte(other)))
	}
	m.put(forkID, withPictures(append(contents, "iVBORw0KGgo*no base64*")...))
	var page model.Page
	m.get("/sessions/claude/"+forkID+"/entries", &page)
	given := 0
	for _, e := range page.Items {
		for _, a := range e.Attachments {
			if a.SHA256 == "" {
				continue
			}
			status, body, h := m.do(m.request(http.MethodGet, "/api/v1/sessions/claude/"+forkID+"/attachments/"+a.SHA256, ""))
			if want := types[given]; status != http.StatusOK || h.Get("Content-Type") != want || string(body) != kinds[want] ||
				h.Get("Content-Disposition") != "inline" || h.Get("X-Content-Type-Options") != "nosniff" ||
				len(h.Values("Content-Security-Policy")) != 1 {
				t.Errorf("%s: %d %v %q", want, status, h, body)
			}
			given++
		}
	}
	if given != len(kinds) {
		t.Errorf("%d of %d pictures have a digest: %+v", given, len(kinds), page.Items)
	}
	for _, digest := range []string{strings.Repeat("0", 64), "x",
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"} {
		if status, p := m.problem("/api/v1/sessions/claude/" + forkID + "/attachments/" +
			digest); status != http.StatusNotFound {
			t.Errorf("%s: %d %+v", digest, status, p)
		}
	}
}
