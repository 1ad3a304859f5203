package claude_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/adapt/attached"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/claude"
	"stead/timeline"
)

// word is a mark in a prompt (plum) or an answer (fig).
var word = regexp.MustCompile(`\b(?:plum|fig)[a-z0-9]+`)

// Sessions as users have reported them arrive as they should, whatever the CLI itself makes of them.
func TestSessionsFromTheField(t *testing.T) {
	early, late := "plumearly figearly ", " plumlate figlate"
	for name, test := range map[string]struct{ project, words, gaps string }{
		"01-lone-surrogate":   {"/home/demo/shop", early + "figmid" + late, ""},
		"02-nul-blocks":       {"/home/demo/shop", early + "plummiddle figmiddle" + late, ""},
		"04-progress-forks":   {"/home/demo/shop", early + "plumlint figlint plumdocs figdocs", ""},
		"08-bad-images":       {"/home/demo/shop", early + "plumempty figempty plumwrong figwrong fignot" + late, ""},
		"10-windows-crlf":     {`C:\Users\dev\My Work\shöp.v2`, "plumwin figwin", ""},
		"12-killed-ends":      {"/home/demo/shop", early + "plumreport plumagain", ""},
		"13-worktree-removed": {"/home/demo/shop", early + "plumtree figtree plumgone figgone", ""},
	} {
		t.Run(name, func(t *testing.T) {
			location, summary := placeField(t, name)
			if summary.Project != test.project || !strings.HasPrefix(summary.Title, "Please add a discount") {
				t.Errorf("listed as %q in %q", summary.Title, summary.Project)
			}
			stream, err := claude.Reader{}.Open(t.Context(), location)
			if err != nil {
				t.Fatal(err)
			}
			var words, gaps []string
			for _, e := range entries(t, stream) {
				text := e.Content.String() + e.Output.String()
				switch {
				case !utf8.ValidString(text):
					t.Errorf("%q", text)
				case e.IsUnknown(), e.IsMissing():
					gaps = append(gaps, e.Origin.Name)
				case !e.Hidden && e.Type != timeline.ToolResult:
					words = append(words, word.FindAllString(text, -1)...)
				}
			}
			if diff := cmp.Diff(test.words, strings.Join(words, " ")); diff != "" || strings.Join(gaps, " ") != test.gaps {
				t.Errorf("gaps %v, %s", gaps, diff)
			}
		})
	}
}

// placeField puts a session where the CLI would, and returns its row in the list.
func placeField(t *testing.T, name string) (adapter.Location, timeline.Summary) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join("testdata", "field", name+".*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %v", name, found, err)
	}
	content, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "projects", "p", sid+".jsonl")
	fixtures.Put(t, path, content)
	for s, err := range (claude.Reader{}).Summaries(t.Context(), readers.Place{Path: path}) {
		if err != nil {
			t.Fatal(err)
		}
		return adapter.Location{Path: path}, s
	}
	t.Fatal("the session is not listed")
	return adapter.Location{}, timeline.Summary{}
}

// The bad pictures of a session from the field are known as that.
func TestBadPicturesFromTheField(t *testing.T) {
	location, _ := placeField(t, "08-bad-images")
	stream, err := claude.Reader{}.Open(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	for _, e := range entries(t, stream) {
		for i := range e.Attachments {
			if _, err := attached.Base64(&e.Attachments[i]); attached.IsFault(err) {
				faults = append(faults, err.Error())
			}
		}
	}
	want := []string{
		"its content is empty", "its content is of the type image/png, and not image/jpeg as the session says",
		"its content is text, and not image/png as the session says",
	}
	if diff := cmp.Diff(want, faults); diff != "" {
		t.Error(diff)
	}
}

// Two folders whose names lead to the same folder of the CLI are told apart.
func TestFoldersOfOneNameFromTheField(t *testing.T) {
	for name, project := range map[string]string{"34-slug-collision.0c40": "/home/demo/w.k/개인/my app",
		"34-slug-collision.dd48": "/home/demo/w.k/외주/my app"} {
		if _, s := placeField(t, name); s.Project != project {
			t.Errorf("%s is in %q", name, s.Project)
		}
	}
}

// The answer that was never made is named: the call has no result.
func TestAKilledSessionFromTheField(t *testing.T) {
	location, _ := placeField(t, "12-killed-ends")
	stream, err := claude.Reader{}.Open(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	open := map[string]bool{}
	for _, e := range entries(t, stream) {
		switch e.Type {
		case timeline.ToolCall:
			open[e.ID] = true
		case timeline.ToolResult:
			delete(open, e.CallID)
		}
	}
	if len(open) != 1 {
		t.Errorf("%d calls without a result, want 1", len(open))
	}
}
