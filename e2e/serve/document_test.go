package serve_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// TestAPIIsWhatItsDocumentSays has schemathesis, a public fuzzer, call each route with what the OpenAPI document allows
// and with what it does not. Two of its checks are left out: that all that fits the document is accepted, as no schema
// says which sessions and CLIs there are, and that all else is refused, as null stands for what is left out. No CLI is
// there that could be started.
func TestAPIIsWhatItsDocumentSays(t *testing.T) {
	t.Parallel()
	root, err := harness.Root()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(root, ".cache", "schemathesis", "bin", "schemathesis")
	if _, err := os.Stat(program); err != nil {
		t.Skip("schemathesis is not installed: make schemathesis, which needs Python 3.11")
	}
	g := harness.New(t)
	runtest.SmallSession(g, "codex")
	for _, cli := range []string{"claude", "codex", "gemini", "opencode", "kimi", "kimi-cli", "qwen", "pi", "clido"} {
		runtest.Exits(t, g.Stead("config", "set", "cli."+cli+".binary", filepath.Join(g.Dir, "none")), 0)
	}
	s := runtest.Serve(t, g, "--api")
	origin, err := url.Parse(s.Origin)
	if err != nil {
		t.Fatal(err)
	}
	cookies := s.Client.Jar.Cookies(origin)
	if len(cookies) != 1 {
		t.Fatalf("the cookies are %v", cookies)
	}
	folder := t.TempDir()
	const secrets = "[auth.openapi.key]\napi_key = \"${KEY}\"\n[auth.openapi.cookie]\napi_key = \"${COOKIE}\"\n"
	if err := os.WriteFile(filepath.Join(folder, "schemathesis.toml"), []byte(secrets), 0o600); err != nil {
		t.Fatal(err)
	}
	document := filepath.Join(folder, "openapi.json")
	var described json.RawMessage
	s.Call(http.MethodGet, "/openapi.json", "", &described)
	if err := os.WriteFile(document, described, 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), program, "run", document, "--url", s.Origin+"/api/v1", "--max-examples", "5",
		"--seed", "1", "--phases", "examples,coverage,fuzzing", "--exclude-checks",
		"positive_data_acceptance,negative_data_rejection",
		"--exclude-path-regex", "/events$|/terminal$") // which have no end
	command.Dir = folder
	command.Env = append(g.Env(), "KEY="+s.Key, "COOKIE="+cookies[0].Value)
	if said, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, said)
	}
}
