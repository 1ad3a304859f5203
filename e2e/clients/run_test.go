package clients_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestGeneratedClientStartsAndWatchesARun makes a Python client from the OpenAPI document of a server. It signs in,
// continues a session in the real Codex, follows the events until the run is done, and reads its journal.
func TestGeneratedClientStartsAndWatchesARun(t *testing.T) {
	t.Parallel()
	python := filepath.Join(installed(t), "python", "bin")
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	runtest.EndsRuns(t, g)
	session := runtest.SmallSession(g, "codex")
	s := runtest.Serve(t, g, "--api")
	folder := t.TempDir()
	var document json.RawMessage
	s.Call(http.MethodGet, "/openapi.json", "", &document)
	write(t, filepath.Join(folder, "openapi.json"), document)
	write(t, filepath.Join(folder, "settings.yml"), []byte("post_hooks: []\n")) // which would only format it
	runtest.Exits(t, g.Run(filepath.Join(python, "openapi-python-client"), "generate", "--meta", "none",
		"--path", filepath.Join(folder, "openapi.json"), "--config", filepath.Join(folder, "settings.yml"),
		"--output-path", filepath.Join(folder, "stead_client")), 0)
	var made struct{ Token string }
	s.Call(http.MethodPost, "/tokens", "", &made)
	var is struct {
		States  []string
		Journal []struct{ Type, Text string }
		Refused string
	}
	uses(t, g, made.Token, []string{filepath.Join(python, "python"), source(t, "run.py"), folder, s.Origin + "/api/v1",
		session.Ref()}, &is)
	if len(is.States) == 0 || is.States[len(is.States)-1] != "done" || slices.Index(is.States, "done") < len(is.States)-1 {
		t.Errorf("the run was %v", is.States)
	}
	if n := len(is.Journal); n != 2 || is.Journal[0].Text != "Go on" || is.Journal[1].Text != "It goes on." {
		t.Errorf("the journal ends with %+v", is.Journal)
	}
	if is.Refused != "wrong-usage" {
		t.Errorf("a run in an unknown CLI is refused as %q", is.Refused)
	}
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
