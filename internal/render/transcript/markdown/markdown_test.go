package markdown

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"stead/internal/render/gfm"
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

func TestFile(t *testing.T) {
	testkit.Golden(t, "testdata/session.md", []byte(written(t, sample.Shown(), transcript.Options{})))
}

// TestNothingOfASessionComesAlive writes sessions of hostile texts. What a viewer treats as HTML must be the folds,
// anchors and words of the file itself, and no text may swallow what follows it: neither a heading nor the end of a
// fold.
func TestNothingOfASessionComesAlive(t *testing.T) {
	want := skeleton(written(t, sample.Hostile("harmless"), transcript.Options{}))
	for _, hostile := range []string{
		`<script>alert(1)</script>`, `</details>`, "x\n</details>\n\n# y", `</summary></code></details>`, `<!-- `, "```",
		"~~~~", "````\n```", "- a\n  ```", "> ```",
		`[a](javascript:alert(1))`, "[picture-1]: https://tracker.example/x.png", `![p](https://tracker.example/x.png)`,
		"<div>\n```\n</div>", `"><img src=x onerror=alert(1)>`,
		"\x1b[2J", "a\n===", "# heading", "---", "\\", "`", "|a|\n|-|", "<a id=\"prompt-1\"></a>", "\\</details>",
	} {
		got := written(t, sample.Hostile(hostile), transcript.Options{})
		if s := skeleton(got); s != want {
			t.Errorf("%q made the file's skeleton\n%s\nof\n%s\nin\n%s", hostile, s, want, got)
		}
		if i := strings.IndexFunc(got, func(r rune) bool { return r < ' ' && r != '\n' }); i >= 0 {
			t.Errorf("%q left the control character %q", hostile, got[i])
		}
	}
}

// skeleton is the HTML that a viewer acts upon.
func skeleton(file string) string {
	var tags strings.Builder
	for _, piece := range gfm.LiveHTML(file) {
		for _, tag := range []string{"<details>", "</details>", "<summary>", "</summary>", "<a id=", "<script", "<img",
			"<!--", "<div"} {
			for range strings.Count(piece, tag) {
				tags.WriteString(tag)
			}
		}
		tags.WriteByte('\n')
	}
	return tags.String()
}

func TestPicturesAreDefinedInTheOrderInWhichTheyAreShown(t *testing.T) {
	got := written(t, sample.Shown(), transcript.Options{})
	if strings.Count(got, "[picture-2]") != 2 || strings.Count(got, "]: data:image/png;base64,"+sample.PictureData) != 2 {
		t.Errorf("got\n%s", got)
	}
}

func TestErrorOfTheStreamIsHandedOn(t *testing.T) {
	failed := errors.New("cut")
	s := timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) { yield(nil, failed) }}
	if _, err := Write(io.Discard, "x", s, transcript.Options{}); !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
}
