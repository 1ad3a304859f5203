package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/cmd/stead/cli/failure"
)

// apiServer starts "stead serve --api" over the recorded sessions and returns its address and its token.
func apiServer(t *testing.T, flags ...string) (address, token string) {
	t.Helper()
	return apiServerIn(t, t.TempDir(), flags...)
}

// apiServerIn starts it for a home.
func apiServerIn(t *testing.T, home string, flags ...string) (address, token string) {
	t.Helper()
	placeSessions(t, home)
	command := steadProcess(t, append([]string{"serve", "--api", "--listen", "127.0.0.1:0"}, flags...)...)
	command.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	t.Cleanup(func() {
		if err := command.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		for lines.Scan() {
			t.Log(lines.Text())
		}
		if err := command.Wait(); err != nil {
			t.Errorf("the server ends with %v", err)
		}
		if audit, err := os.ReadFile(filepath.Join(home, ".local/state/stead/audit.jsonl")); err != nil ||
			!bytes.Contains(audit, []byte("/api/v1/keys")) {
			t.Errorf("the audit is %s, %v", audit, err)
		}
	})
	for lines.Scan() && token == "" {
		if _, after, ok := strings.Cut(lines.Text(), "serving the API at "); ok {
			address = after
		}
		if _, after, ok := strings.Cut(lines.Text(), "within a minute: "); ok {
			token = after
			break
		}
	}
	if address == "" || token == "" {
		t.Fatal("the server does not say how to reach it")
	}
	return address, token
}

// TestExamplesOfTheAPIWork runs every curl example of docs/api.md, in its order.
func TestExamplesOfTheAPIWork(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	page, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	var examples []string
	for line := range strings.SplitSeq(string(page), "\n") {
		if example, ok := strings.CutPrefix(line, "    "); ok && strings.Contains(example, "curl ") {
			examples = append(examples, example)
		}
	}
	if len(examples) < 10 {
		t.Fatalf("%d examples were found", len(examples))
	}
	address, token := apiServer(t)
	script := "set -e\nexport API=" + address + " TOKEN=" + token + "\n"
	for _, example := range examples {
		script += "echo '--- '\n" + example + "\necho\n"
	}
	command := exec.Command("sh", "-c", script)
	command.Dir, command.Env = t.TempDir(), []string{"PATH=/usr/bin:/bin"}
	command.WaitDelay = time.Minute
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	answers := strings.Split(string(out), "--- \n")[1:]
	if len(answers) != len(examples) {
		t.Fatalf("%d examples have %d answers\n%s", len(examples), len(answers), out)
	}
	for i, answer := range answers {
		isStream := strings.Contains(examples[i], "/events")
		if i == 0 { // the key goes into a variable
			continue
		}
		if isStream && !strings.Contains(answer, "event: ready") || !isStream && !json.Valid([]byte(answer)) {
			t.Errorf("%s\nanswers\n%.500s", examples[i], answer)
		}
		if strings.Contains(examples[i], "/forks") && !strings.Contains(answer, `"state":"forked"`) {
			t.Errorf("%s\nanswers\n%.500s", examples[i], answer)
		}
		if strings.Contains(examples[i], "latest/entries") && !strings.Contains(answer, `"type":"assistant"`) {
			t.Errorf("%s\nanswers\n%.500s", examples[i], answer)
		}
	}
}

// A server that only reads has no route that makes anything, also for who may call.
func TestReadOnlyServerMakesNoFork(t *testing.T) {
	for _, c := range []struct {
		flags []string
		want  int
	}{{nil, http.StatusUnprocessableEntity}, {[]string{"--read-only"}, http.StatusNotFound}} {
		address, token := apiServer(t, c.flags...)
		client, key := enter(t, address, token)
		var problem struct{ Type string }
		if status := post(t, client, address+"/forks", `{"session":"/etc/passwd"}`, key, &problem); status != c.want {
			t.Errorf("with %v a fork is %d %+v, want %d", c.flags, status, problem, c.want)
		}
		client.CloseIdleConnections()
	}
}

// enter trades a token for the secrets of a caller.
func enter(t *testing.T, address, token string) (client *http.Client, key string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client = &http.Client{Jar: jar}
	t.Cleanup(client.CloseIdleConnections)
	var secrets struct{ Key string }
	if status := post(t, client, address+"/keys", fmt.Sprintf(`{"token":%q}`, token), "",
		&secrets); status != http.StatusOK {
		t.Fatalf("the token is worth %d", status)
	}
	return client, secrets.Key
}

// post sends JSON and reads the answer.
func post(t *testing.T, client *http.Client, address, body, key string, into any) (status int) {
	t.Helper()
	return call(t, client, http.MethodPost, address, body, key, into)
}

// call sends a request with JSON and reads the answer.
func call(t *testing.T, client *http.Client, method, address, body, key string, into any) (status int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Stead-Key", key)
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode
}

func TestEachExitCodeHasAName(t *testing.T) {
	for code := range 11 {
		if failure.Name(code) == "" {
			t.Errorf("%d has no name", code)
		}
	}
}
