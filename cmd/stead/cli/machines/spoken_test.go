package machines

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/inject/redaction"
	"stead/orchestrator/workdir"
	"stead/reach/errand"
)

// speaking is a verb that says something and fails, and what it wrote.
func speaking(t *testing.T, f *failure.Error, environ ...string) (told bool, wrote string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "said")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p := setup.NewProcess(nil, environ, "/", nil, nil, file)
	Speak(p)
	p.Term.Err.Note("it takes\ntwo lines")
	told = TellFailure(p, f)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return told, string(data)
}

func TestWhatAVerbSaysElsewhereComesAsValues(t *testing.T) {
	f := &failure.Error{Code: failure.Failed, Text: "stead: it has\nhint: failed",
		Tip: "follow it: stead logs ab12 --all", Parts: []string{"follow it: stead logs ", "ab12", " --all"},
		Near: []workdir.Near{{Dir: "/home"}}, Secrets: &redaction.SecretsError{Count: 1}}
	told, wrote := speaking(t, f, Values+"=1")
	messages, failed := errand.ParseSaid(wrote)
	if !told || !slices.Equal(messages, []string{"note: it takes\ntwo lines"}) || failed == nil {
		t.Fatalf("it says %t %q, %+v", told, messages, failed)
	}
	want := &errand.Failure{Code: failure.Failed, Text: f.Text, Tip: f.Tip, Parts: f.Parts}
	if diff := cmp.Diff(want, failed); diff != "" || strings.Contains(wrote, "/home") {
		t.Error(diff, wrote)
	}
}

func TestVerbSpeaksToPeopleOtherwise(t *testing.T) {
	if told, wrote := speaking(t, &failure.Error{Text: "no"}); told || wrote != "note: it takes\ntwo lines\n" {
		t.Errorf("it says %t, %q", told, wrote)
	}
}
