package html

import (
	"errors"
	"html"
	"io"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"stead/internal/render/transcript"
	"stead/internal/testkit"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

func written(t *testing.T, s timeline.Stream, o transcript.Options) string {
	t.Helper()
	var b strings.Builder
	o.Zone = time.UTC
	if _, err := Write(&b, "claude:703f4375", s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPage(t *testing.T) {
	_, body, _ := strings.Cut(written(t, sample.Shown(), transcript.Options{}), "</style>")
	testkit.Golden(t, "testdata/session.html", []byte(body))
}

// tag is a tag or what a browser takes for one; attribute an attribute with its value.
var (
	tag       = regexp.MustCompile(`<[A-Za-z/!?][^>]*>?`)
	attribute = regexp.MustCompile(`\s([a-z-]+)(?:="([^"]*)")?`)
)

// ours are the tags and the attributes of a page.
var ours = strings.Fields(`!doctype html head meta title style body nav ol li main header h1 h2 h3 h4 h5 h6 dl div dt dd article p span time figure img
	figcaption details summary b code pre a em strong del ul table thead tbody tr th td blockquote hr br input lang
	charset name content http-equiv
	class id aria-label href src alt start disabled type checked`)

// TestNothingOfASessionComesAlive writes sessions of hostile texts. A page may contain its own tags with its own
// attributes, link to the web and to its own prompts, and load nothing.
func TestNothingOfASessionComesAlive(t *testing.T) {
	for _, hostile := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`,
		`</details></article></body>`, `</style><script>alert(1)</script>`,
		`<!-- `, `]]><script>`, `[a](javascript:alert(1)) ![b](https://tracker.example/x.png)`,
		"```\n</pre><script>alert(1)</script>",
		`{{.}} {{define "x"}}`, `javascript:alert(1)`, `&lt;script&gt;alert(1)&lt;/script&gt;`, "\x00<\x00script>",
		"<svg><style><img src=x onerror=alert(1)></style></svg>",
	} {
		page := written(t, sample.Hostile(hostile), transcript.Options{})
		head, body, _ := strings.Cut(page, "</style>")
		if !strings.HasPrefix(strings.TrimSpace(body), "</head>") || strings.Contains(head, "<script") {
			t.Errorf("%q: the head is\n%s", hostile, head)
		}
		for _, found := range tag.FindAllString(head[:strings.Index(head, "<style>")]+body, -1) {
			isOurs(t, hostile, found)
		}
		if open, closed := strings.Count(body, "<details"), strings.Count(body, "</details>"); open != closed {
			t.Errorf("%q: %d folds are opened and %d closed", hostile, open, closed)
		}
		if !strings.Contains(body, "The end.") || !strings.HasSuffix(body, "</main>\n</body>\n</html>\n") {
			t.Errorf("%q: the page has no end", hostile)
		}
	}
}

func isOurs(t *testing.T, hostile, found string) {
	t.Helper()
	name := strings.ToLower(strings.Trim(strings.Fields(found)[0], "<>/"))
	known := " " + strings.Join(ours, " ") + " "
	if !strings.Contains(known, " "+name+" ") {
		t.Errorf("%q brought the tag %s", hostile, found)
	}
	for _, a := range attribute.FindAllStringSubmatch(found, -1) {
		value := html.UnescapeString(a[2])
		switch {
		case name == "!doctype":
		case !strings.Contains(known, " "+a[1]+" "):
			t.Errorf("%q brought an attribute: %s", hostile, found)
		case a[1] == "href" && !regexp.MustCompile(`^(https?://|mailto:|#p\d+$)`).MatchString(value),
			a[1] == "src" && !strings.HasPrefix(value, "data:image/png;base64,"):
			t.Errorf("%q made a link: %s", hostile, found)
		}
	}
}

func TestEscapeSequencesAreCleaned(t *testing.T) {
	page := written(t, sample.Hostile("\x1b]0;owned\x07\x1b[2J\u009bx\b\u202eabc"), transcript.Options{})
	if at := strings.IndexFunc(page, func(r rune) bool {
		return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 ||
			r == '\u202e'
	}); at >= 0 {
		t.Errorf("a control character in %q", page[max(0, at-40):at+10])
	}
}

func TestLongOutputIsCutAndSaidToBe(t *testing.T) {
	s := timeline.Stream{Entries: timeline.Of(
		&timeline.Entry{ID: "c", Type: timeline.ToolCall, Tool: timeline.Bash},
		&timeline.Entry{ID: "r", Type: timeline.ToolResult, CallID: "c", Success: true, Output: sample.Lines(1000)},
	)}
	page := written(t, s, transcript.Options{Most: 100})
	if strings.Contains(page, "line 20\n") || !strings.Contains(page, "line 10\n") ||
		!strings.Contains(page, "more are not in this file") {
		t.Errorf("the page is %d bytes:\n%s", len(page), page[strings.Index(page, "<main>"):])
	}
	if whole := written(t, s, transcript.Options{}); !strings.Contains(whole, "line 1000") ||
		strings.Contains(whole, "are not in this file") {
		t.Error("without a limit it is not whole")
	}
}

func TestErrorOfTheStreamIsHandedOn(t *testing.T) {
	failed := errors.New("cut")
	s := timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) { yield(nil, failed) }}
	if _, err := Write(io.Discard, "x", s, transcript.Options{}); !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
}

// TestMemoryDoesNotGrowWithTheSession writes a session of 25 MB of calls without results, the worst case for held
// steps.
func TestMemoryDoesNotGrowWithTheSession(t *testing.T) {
	text := timeline.NewText(strings.Repeat("x", 64<<10))
	input := []byte(`{"command":` + string(text.JSON()) + `}`)
	var most uint64
	s := timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) {
		for i := range 400 {
			if i%50 == 0 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
			if !yield(&timeline.Entry{ID: "c", Type: timeline.ToolCall, Tool: timeline.Bash, Input: input}, nil) {
				return
			}
		}
	}}
	if _, err := Write(io.Discard, "x", s, transcript.Options{}); err != nil || most > 16<<20 {
		t.Errorf("%d MB are held, error %v", most>>20, err)
	}
}
