package release_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"stead/e2e/provider"
)

const (
	prompt = "Which bug did we fix?"
	answer = "It subtracted where it should add."
	asked  = "Fix the bug in main.py and run it." // in the recorded session
)

// packages are the forms of a package, and how each comes into a root.
var packages = []struct {
	pattern string
	install func(t *testing.T, root, file string)
}{
	{"stead_*_" + runtime.GOARCH + ".deb", installDeb},
	{"stead-*." + machine() + ".rpm", installRPM},
	{"stead_*_" + machine() + ".apk", unpack("./")},
	{"stead_*_linux_" + runtime.GOARCH + ".tar.gz", unpack("usr/bin")},
}

// TestPackageDoesTheMainJobInABareRoot installs each package into a root that has nothing else but the program of
// Codex. There stead lists, shows and converts a recorded session, and continues it in Codex.
func TestPackageDoesTheMainJobInABareRoot(t *testing.T) {
	folder := os.Getenv("STEAD_RELEASE")
	if folder == "" {
		t.Skip("there are no packages: make release-test makes them")
	}
	for _, p := range packages {
		t.Run(filepath.Ext(p.pattern)[1:], func(t *testing.T) {
			t.Parallel()
			files, err := filepath.Glob(filepath.Join(folder, p.pattern))
			if err != nil || len(files) != 1 {
				t.Fatalf("%s: %q, %v", p.pattern, files, err)
			}
			model, err := provider.Start(provider.Steps(provider.Say(answer))...)
			if err != nil {
				t.Fatal(err)
			}
			defer model.Close()
			b := newBare(t, model.URL())
			p.install(t, b.root, files[0])
			b.doTheMainJob(t, model)
		})
	}
}

func (b bare) doTheMainJob(t *testing.T, model *provider.Provider) {
	session, err := b.home.Place("claude", "tools")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	var build struct{ Commit, Date string }
	if err := json.Unmarshal([]byte(b.run(ctx, t, "stead", "version", "--json")), &build); err != nil {
		t.Error(err)
	}
	if _, err := time.Parse(time.RFC3339, build.Date); err != nil || len(build.Commit) != 40 {
		t.Errorf("it was built from %q of %q", build.Commit, build.Date)
	}
	b.prints(ctx, t, "Usage:", "stead") // its screen needs a terminal
	b.prints(ctx, t, "Codex", "stead", "doctor")
	b.prints(ctx, t, session.ID[:8], "stead", "list")
	b.prints(ctx, t, asked, "stead", "show", session.Ref())
	b.prints(ctx, t, "", "stead", "session", "convert", session.Ref(), "--to", "codex", "-o", "converted.jsonl")
	if content, err := os.ReadFile(filepath.Join(b.home.Work, "converted.jsonl")); err != nil ||
		!strings.Contains(string(content), asked) {
		t.Errorf("converted to %q, %v", content, err)
	}
	b.prints(ctx, t, answer, "stead", "run", "--from", session.Ref(), "--to", "codex", "-p", prompt)
	turns := model.Turns()
	if len(turns) != 1 || turns[0].Prompt() != prompt {
		t.Fatalf("the model was asked %v", turns)
	}
	var said strings.Builder
	for _, item := range turns[0].Conversation() {
		said.WriteString(item.String() + "\n")
	}
	if !strings.Contains(said.String(), asked) {
		t.Errorf("the model did not receive the session:\n%s", said.String())
	}
	b.prints(ctx, t, "codex:", "stead", "list")
}

// prints runs a program of the root, which must print a text.
func (b bare) prints(ctx context.Context, t *testing.T, want string, line ...string) {
	t.Helper()
	if got := b.run(ctx, t, line...); !strings.Contains(got, want) {
		t.Errorf("%q does not print %q:\n%s", line, want, got)
	}
}

func installDeb(t *testing.T, root, file string) {
	for _, name := range []string{"info", "updates"} { // an empty database
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	install(t, "dpkg", "--root="+root, "--install", file)
	hasManual(t, root)
}

func installRPM(t *testing.T, root, file string) {
	install(t, "rpm", "--root", root, "--initdb")
	install(t, "rpm", "--root", root, "--install", file)
	hasManual(t, root)
}

// unpack unpacks an archive into a folder of the root. It is all that can be done for an apk without Alpine's program.
func unpack(into string) func(t *testing.T, root, file string) {
	return func(t *testing.T, root, file string) {
		install(t, "tar", "--extract", "--gzip", "--ignore-zeros", "--file", file, "--directory", filepath.Join(root, into))
	}
}

func install(t *testing.T, name string, args ...string) {
	t.Helper()
	if output, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, output)
	}
}

// hasManual reports a missing man page or completion as an error.
func hasManual(t *testing.T, root string) {
	t.Helper()
	for _, name := range []string{"man/man1/stead-run.1", "bash-completion/completions/stead", "doc/stead/LICENCES.txt"} {
		if _, err := os.Stat(filepath.Join(root, "usr/share", name)); err != nil {
			t.Error(err)
		}
	}
}

// machine is what RPM and Alpine call this architecture.
func machine() string {
	return map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
}
