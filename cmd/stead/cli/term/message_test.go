package term_test

import (
	"os"
	"path/filepath"
	"testing"

	"stead/cmd/stead/cli/term"
)

func TestReferencesAreNamedForTheReader(t *testing.T) {
	desk := func(reference string) string { return "desk/" + reference }
	for want, named := range map[string]func(string) string{
		"run ab12: stead attach ab12\nstead show run:ab12 --full\n":           nil,
		"run ab12: stead attach desk/ab12\nstead show desk/run:ab12 --full\n": desk,
	} {
		said, err := os.Create(filepath.Join(t.TempDir(), "said"))
		if err != nil {
			t.Fatal(err)
		}
		defer said.Close()
		to := &term.Messages{File: said, Named: named}
		to.Message("run %s: stead attach %s", "ab12", term.Reference("ab12"))
		to.Command("%s", to.Joined([]string{"stead show ", "run:ab12", " --full"}))
		if got, err := os.ReadFile(said.Name()); err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
}
