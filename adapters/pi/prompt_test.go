package pi_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/pi"
	"stead/timeline"
)

func TestFilesAreTakenFromTheFrontOfAPrompt(t *testing.T) {
	for name, c := range map[string]struct {
		prompt string
		files  []string
		rest   string
	}{
		"two files and a picture": {
			"<file name=\"/a\">\none\n\n</file>\n<file name=\"/b.png\"></file>\n<file name=\"/c\">\nthree\n</file>\nlook",
			[]string{"/a: one\n", "/b.png: ", "/c: three"}, "look"},
		"how a picture was made": {"<file name=\"/b.png\">[Image: 3000x2000]</file>\nlook",
			[]string{"/b.png: [Image: 3000x2000]"}, "look"},
		"nothing but files":     {"<file name=\"/a\">\none\n</file>\n", nil, "<file name=\"/a\">\none\n</file>\n"},
		"a file without an end": {"<file name=\"/a\">\none", nil, "<file name=\"/a\">\none"},
		"a file behind a word": {"see <file name=\"/a\">\none\n</file>\nlook", nil,
			"see <file name=\"/a\">\none\n</file>\nlook"},
		"a quote in a name": {"<file name=\"/a\"b\">\none\n</file>\nlook", []string{"/a\"b: one"}, "look"},
	} {
		t.Run(name, func(t *testing.T) {
			files, rest := pi.SplitFiles(timeline.NewText(c.prompt))
			var got []string
			for _, f := range files {
				got = append(got, f.Name+": "+f.Text.String())
			}
			if diff := cmp.Diff(c.files, got); diff != "" || rest.String() != c.rest {
				t.Errorf("%s\nrest %q", diff, rest)
			}
		})
	}
}

func TestASkillIsKnownByItsMarks(t *testing.T) {
	const skill = "<skill name=\"release\" location=\"/s/SKILL.md\">\nReferences are relative to /s.\n\nTag it.\n</skill>"
	for prompt, want := range map[string]string{
		skill:                               "/skill:release",
		skill + "\n\nversion 2":             "/skill:release version 2",
		skill + " is what it says":          "",
		"why " + skill:                      "",
		"<skill name=\"release\" is broken": "",
	} {
		name, typed, ok := pi.SkillCalled(timeline.NewText(prompt))
		if typed.String() != want || ok != (want != "") || ok && name != "release" {
			t.Errorf("%q: %q %q %v", prompt, name, typed, ok)
		}
	}
}
