package web_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// facts are what a script is told at its start.
type facts map[string]any

// answers are what a script may ask the test for while it goes on, by name. An error fails the script.
type answers map[string]func(argument string) (any, error)

// browse runs a script of the folder "browser" to its end: it drives a real browser, signed in to the server. What it
// logs goes into the test's log.
func browse(t *testing.T, g *harness.Environment, s *runtest.Server, script string, told facts, may answers) {
	t.Helper()
	all := facts{
		"entrance": entrance(t, s), "origin": s.Origin, "modules": modules(t), "chromium": chromium(t),
		"screenshots": screenshots(t, script),
	}
	maps.Copy(all, told)
	command := g.Command("", "node", sourceOf(t, script))
	questions, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	says, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	log := &testLog{t: t, name: script}
	command.Stderr = log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	talk(t, questions, says, all, may)
	if err := command.Wait(); err != nil {
		t.Errorf("%s ends with %v", script, err)
	}
	log.flush()
}

// talk tells a script the facts and answers what it asks, a line of JSON each.
func talk(t *testing.T, questions io.Reader, says io.WriteCloser, told facts, may answers) {
	t.Helper()
	defer says.Close()
	out := json.NewEncoder(says)
	if err := out.Encode(told); err != nil {
		t.Error(err)
	}
	for lines := bufio.NewScanner(questions); lines.Scan(); {
		var asked struct{ Ask, With string }
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			t.Errorf("the script asks %q: %v", lines.Text(), err)
			continue
		}
		if err := out.Encode(answer(may, asked.Ask, asked.With)); err != nil {
			t.Error(err)
		}
	}
}

// reply is the answer to a question of a script.
type reply struct {
	Value any    `json:"value"`
	Error string `json:"error,omitempty"`
}

func answer(may answers, ask, with string) reply {
	answer, ok := may[ask]
	if !ok {
		return reply{Error: "the test does not answer " + ask}
	}
	value, err := answer(with)
	if err != nil {
		return reply{Error: err.Error()}
	}
	return reply{Value: value}
}

// entrance is an address that signs one browser in.
func entrance(t *testing.T, s *runtest.Server) string {
	t.Helper()
	var made struct{ Token string }
	if status := s.Call(http.MethodPost, "/tokens", "", &made); status >= 300 || made.Token == "" {
		t.Fatalf("another token is %d", status)
	}
	return s.Origin + "/#token=" + made.Token
}

// chromium is the browser of the tests.
func chromium(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium: make web-tools installs Debian's")
	}
	return path
}

// modules is the folder of the modules that drive the browser and examine pages.
func modules(t *testing.T) string {
	t.Helper()
	folder := inCache(t, "web", "node_modules")
	if _, err := os.Stat(filepath.Join(folder, "playwright-core")); err != nil {
		t.Skip("there is no playwright-core: make web-tools installs it")
	}
	return folder
}

// screenshots is the folder of what a script photographs, which is left for people to look at until the script runs
// again.
func screenshots(t *testing.T, script string) string {
	t.Helper()
	folder := inCache(t, "screenshots", script)
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o700)); err != nil {
		t.Fatal(err)
	}
	return folder
}

func inCache(t *testing.T, parts ...string) string {
	t.Helper()
	root, err := harness.Root()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(append([]string{root, ".cache"}, parts...)...)
}

// sourceOf is the path of a script. The scripts are inputs of the test: go test would repeat an old result otherwise.
func sourceOf(t *testing.T, script string) string {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join("browser", "*.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		if _, err := os.ReadFile(source); err != nil {
			t.Fatal(err)
		}
	}
	path, err := filepath.Abs(filepath.Join("browser", script+".mjs"))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// testLog passes a script's lines on to the test's log.
type testLog struct {
	t    *testing.T
	name string
	mu   sync.Mutex
	rest string
}

// Write implements io.Writer.
func (l *testLog) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rest += string(text)
	for {
		line, rest, found := strings.Cut(l.rest, "\n")
		if !found {
			return len(text), nil
		}
		l.t.Logf("%s: %s", l.name, line)
		l.rest = rest
	}
}

func (l *testLog) flush() {
	if l.rest != "" {
		fmt.Fprintln(l)
	}
}
