// Package clients_test has programs of others use what stead serves: the official clients of MCP, and a client of the
// API that a generator makes.
package clients_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
)

// got is what a client has got of the server of sessions.
type got struct {
	Schemas map[string]bool
	Found   struct {
		Total int
		Hits  []struct{ Reference, Text string }
	}
	Text, Wrong, Read, Continued, Undecided string
	Told                                    []struct{ Progress, Total float64 }
	Resources, Templates, Prompts           []string
}

// TestOfficialClientsReadSessions has the clients for Python and TypeScript search, list, read and prompt, over
// standard input and output and over HTTP. Both check structured content by the schema of its tool.
func TestOfficialClientsReadSessions(t *testing.T) {
	t.Parallel()
	for name, client := range map[string][]string{
		"Python":     {filepath.Join(installed(t), "python", "bin", "python"), source(t, "sessions.py")},
		"TypeScript": {"node", source(t, "sessions.mjs"), installed(t)},
	} {
		for _, way := range []string{"standard input", "HTTP"} {
			t.Run(name+" over "+way, func(t *testing.T) {
				t.Parallel()
				g := harness.New(t)
				session := g.Place("pi", "01-tools")
				server := []string{g.SteadPath(), "mcp"}
				if way == "HTTP" {
					server = []string{overHTTP(t, g)}
				}
				var is got
				uses(t, g, token, slices.Concat(client, server), &is)
				is.holds(t, session, float64(len(g.Records(session))))
			})
		}
	}
}

// holds fails the test unless the client has got what there is of a session, whose file has so many bytes.
func (is got) holds(t *testing.T, session harness.Session, size float64) {
	t.Helper()
	if is.Found.Total != 1 || len(is.Found.Hits) != 1 || !strings.Contains(is.Found.Hits[0].Text, "All done: fixed add().") {
		t.Errorf("found is %+v", is.Found)
	}
	if len(is.Told) == 0 || is.Told[len(is.Told)-1].Progress != size || is.Told[len(is.Told)-1].Total != size {
		t.Errorf("told is %+v, the session has %.0f bytes", is.Told, size)
	}
	if len(is.Schemas) != 5 || !is.Schemas["search_sessions"] || is.Schemas["show_session"] {
		t.Errorf("the tools have these schemas: %v", is.Schemas)
	}
	address := "stead://sessions/pi/" + session.ID
	if !slices.Equal(is.Resources, []string{address}) || !slices.Equal(is.Templates, []string{
		"stead://sessions/{cli}/{id}{?turn}"}) {
		t.Errorf("resources are %v and %v", is.Resources, is.Templates)
	}
	if slices.Sort(is.Prompts); !slices.Equal(is.Prompts, []string{"continue_from", "what_was_decided"}) {
		t.Errorf("prompts are %v", is.Prompts)
	}
	for _, c := range []struct{ what, is, has string }{
		{"the text of a search", is.Text, "1 hit in 1 session"},
		{"the answer to a wrong name", is.Wrong, "did you mean claude?"},
		{"the resource", is.Read, "Reading the files."},
		{"the prompt that continues", is.Continued, "Continue the work of the session pi:" + session.ID[:8]},
		{"the prompt without decisions", is.Undecided, "stead session extract"},
	} {
		if !strings.Contains(c.is, c.has) {
			t.Errorf("%s lacks %q:\n%.600s", c.what, c.has, c.is)
		}
	}
}

// token is that of the servers over HTTP.
const token = "a-token-of-the-tests"

// overHTTP starts the server of sessions on a free port, and returns its address. It ends with the test.
func overHTTP(t *testing.T, g *harness.Environment) (address string) {
	t.Helper()
	command := g.Command("", g.SteadPath(), "mcp", "--http", "127.0.0.1:0")
	command.Env = append(command.Env, "STEAD_MCP_TOKEN="+token)
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_, _ = io.Copy(io.Discard, said)
		if err := command.Wait(); err != nil {
			t.Errorf("the server ends with %v", err)
		}
	})
	for lines := bufio.NewScanner(said); address == "" && lines.Scan(); {
		_, address, _ = strings.Cut(lines.Text(), "serving sessions at ")
	}
	return address
}

// uses runs a client, which must succeed, and reads what it prints as JSON.
func uses(t *testing.T, g *harness.Environment, token string, line []string, into any) {
	t.Helper()
	command := g.Command("", line[0], line[1:]...)
	command.Env = append(command.Env, "TOKEN="+token)
	process, err := harness.Start(g.Context(), command)
	if err != nil {
		t.Fatal(err)
	}
	done := g.Wait(process)
	if done.Code != 0 {
		t.Fatalf("exit %d\n%s%s", done.Code, done.Stdout, done.Stderr)
	}
	if err := json.Unmarshal([]byte(done.Stdout), into); err != nil {
		t.Fatalf("%v\n%s", err, done.Stdout)
	}
}

// installed returns the folder of the clients. It skips the test where they are not.
func installed(t *testing.T) string {
	t.Helper()
	root, err := harness.Root()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(root, ".cache", "clients")
	if _, err := os.Stat(filepath.Join(folder, "lock")); err != nil {
		t.Skip("the clients are not installed: make clients, which needs Python 3.11")
	}
	return folder
}

// source returns the path of a program of this folder.
func source(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
