package opencode

import (
	"strings"
	"testing"

	"stead/timeline"
)

func TestAListingComesApartAsItWasMade(t *testing.T) {
	for _, name := range []string{"/d/a.md", "/d/a.md#L3-4", "/d/docs/", "a b.md"} {
		for _, content := range []string{"one\n\n\ttwo: 2: x", "", "(End of file - total 1 lines)", "</content>", "a\n"} {
			back, folder := ParseListing(Listing(name, content))
			if back != content || folder != strings.HasSuffix(name, "/") {
				t.Errorf("%s: %q became %q, a folder: %v", name, content, back, folder)
			}
		}
		noted, ok := ParseNote(timeline.NewText(Note(name)))
		if !ok || noted != strings.TrimSuffix(name, "/") {
			t.Errorf("%s became %q", name, noted)
		}
	}
}

// A text that the tool read has not produced remains unchanged.
func TestOtherTextsAreNoListings(t *testing.T) {
	for _, text := range []string{
		"", "plain", "<path>x</path>\n<type>file</type>\n<content>\nno number\n\n(End of file - total 1 lines)\n</content>",
		"<path>x</path>\n<type>file</type>\n<content>\n1: cut",
		"<path>x</path>\n<type>odd</type>\n<odd>\n1: a\n\n(x)\n</odd>",
	} {
		if back, folder := ParseListing(text); back != text || folder {
			t.Errorf("%q became %q", text, back)
		}
	}
	for _, text := range []string{"", "Called the Read tool", "Called the Read tool with the following input: none",
		"Reading MCP resource: x"} {
		if name, ok := ParseNote(timeline.NewText(text)); ok {
			t.Errorf("%q names %q", text, name)
		}
	}
}

// The rules of a folder, which the tool read loads as well, follow the content and are kept.
func TestWhatStandsBehindAListingStays(t *testing.T) {
	content, _ := ParseListing(Listing("/d/a.md", "one") + "\n\n<system-reminder>\nrules\n</system-reminder>")
	if content != "one\n\n<system-reminder>\nrules\n</system-reminder>" {
		t.Errorf("content %q", content)
	}
}

func FuzzListing(f *testing.F) {
	f.Add("/d/a.md#L3-4", "one\ntwo")
	f.Add("/d/docs/", "a\n\n(2 entries)")
	f.Fuzz(func(_ *testing.T, name, content string) {
		ParseListing(content)
		ParseListing(Listing(name, content))
		ParseNote(timeline.NewText(Note(name)))
		ParseNote(timeline.NewText(content))
		FileURL(name)
	})
}
