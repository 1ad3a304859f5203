package compare_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"stead/forks/compare"
	"stead/internal/testkit"
)

func onPage(t *testing.T, c compare.Comparison) string {
	t.Helper()
	var b strings.Builder
	if err := compare.WritePage(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestComparisonOnAPage(t *testing.T) {
	head, body, _ := strings.Cut(onPage(t, parted(t, compare.Options{Most: 300})), "</style>")
	if !strings.Contains(head, "prefers-color-scheme: dark") || !strings.Contains(head, ".pair {") {
		t.Error("the page has not the look of sessions")
	}
	testkit.Golden(t, "testdata/parted.html", []byte(body))
}

// tags are those of a page, with their attributes.
var tags = regexp.MustCompile(
	`<(/?(main|header|h1|h2|div|p|section|article|details|summary|span|ul|li|code|pre|em|strong|body|html|head)( class="[a-z ]*")?)>`)

func TestNothingOfASessionComesAliveOnAPage(t *testing.T) {
	_, body, _ := strings.Cut(onPage(t, hostile(t)), "</style>")
	if rest := tags.ReplaceAllString(body, ""); strings.ContainsAny(rest, "<>") {
		at := strings.IndexAny(rest, "<>")
		t.Errorf("a tag of a session: %q", rest[max(0, at-40):min(len(rest), at+60)])
	}
	if at := strings.IndexFunc(body, func(r rune) bool {
		return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 ||
			r == '\u202e'
	}); at >= 0 {
		t.Errorf("a control character: %q", body[max(0, at-40):at+10])
	}
	if !strings.HasSuffix(body, "</main>\n</body>\n</html>\n") {
		t.Error("the page has no end")
	}
}

func TestErrorOfTheFileIsHandedOn(t *testing.T) {
	if err := compare.WritePage(full{}, parted(t, compare.Options{})); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}
