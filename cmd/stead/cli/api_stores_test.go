package cli

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	corpushome "stead/internal/testkit/corpus/home"
)

// storesOf are the files of a home that are not stead's, by their content.
func storesOf(t *testing.T, home string) map[string][sha256.Size]byte {
	t.Helper()
	all := map[string][sha256.Size]byte{}
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "stead" && strings.Contains(path, "/.local/"):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		text, err := os.ReadFile(path)
		all[path] = sha256.Sum256(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Looking at the sessions of every CLI, and editing copies of them, changes no byte of any store and leaves nothing
// there.
func TestEditingCopiesChangesNoStore(t *testing.T) {
	home := t.TempDir()
	if _, err := corpushome.Make(t.Context(), home, corpushome.Small(), 1); err != nil {
		t.Fatal(err)
	}
	address, token := apiServerIn(t, home)
	before := storesOf(t, home)
	client, key := enter(t, address, token)
	ask := func(method, path, body string, into any) int {
		return call(t, client, method, address+path, body, key, into)
	}
	var list struct {
		Items []struct{ CLI, ID string }
	}
	ask(http.MethodGet, "/sessions?all=true&limit=1000", "", &list)
	var edited []string
	for _, s := range list.Items {
		var page struct{ Total int }
		var d struct {
			ID    string
			Steps int
		}
		path := "/sessions/" + s.CLI + "/" + s.ID
		if ask(http.MethodGet, path+"/entries", "", &page) != http.StatusOK || page.Total < 3 {
			continue
		}
		var any map[string]any
		ask(http.MethodGet, path, "", &any)
		ask(http.MethodGet, path+"/tree", "", &any)
		ask(http.MethodGet, path+"/find?q=e", "", &any)
		body := fmt.Sprintf(`{"session":"%s:%s","edits":[{"op":"insert","before":1,"text":"First"}]}`, s.CLI, s.ID)
		if status := ask(http.MethodPost, "/drafts", body, &d); status != http.StatusAccepted {
			continue // one without a conversation
		}
		for _, edits := range []string{`{"op":"drop","entries":"2"}`, `{"op":"rewrite","entries":"1","text":"Anew"}`,
			`{"op":"move","entries":"1","before":0}`, `{"op":"undo"}`, `{"op":"redo"}`} {
			ask(http.MethodPatch, "/drafts/"+d.ID, `{"edits":[`+edits+`]}`, &any)
		}
		ask(http.MethodGet, "/sessions/draft/"+d.ID+"/entries", "", &any)
		if ask(http.MethodGet, "/drafts/"+d.ID, "", &d); d.Steps < 3 {
			t.Errorf("%s:%s has %d steps", s.CLI, s.ID, d.Steps)
		}
		edited = append(edited, s.CLI)
	}
	slices.Sort(edited)
	if clis := slices.Compact(edited); len(clis) < 7 {
		t.Errorf("sessions were edited of %q", clis)
	}
	after := storesOf(t, home)
	for path, content := range after {
		if old, isOld := before[path]; !isOld || old != content {
			t.Errorf("%s has changed", path)
		}
	}
	for path := range before {
		if _, isThere := after[path]; !isThere {
			t.Errorf("%s is gone", path)
		}
	}
}

// The first Ctrl-C ends a server soon, whoever listens to it: a stream, a connection that says nothing, a body that
// does not come to its end.
func TestServerEndsWithStreamsOpen(t *testing.T) {
	home := t.TempDir()
	placeSessions(t, home)
	command := steadProcess(t, "serve", "--api", "--listen", "127.0.0.1:0")
	command.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	var address, token string
	lines := bufio.NewScanner(said)
	for token == "" && lines.Scan() {
		if _, after, ok := strings.Cut(lines.Text(), "serving the API at "); ok {
			address = after
		}
		_, token, _ = strings.Cut(lines.Text(), "within a minute: ")
	}
	client, key := enter(t, address, token)
	for range 5 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Stead-Key", key)
		answer, err := client.Do(r)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%v %v", answer, err)
		}
		defer answer.Body.Close()
	}
	host := strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/api/v1")
	for _, text := range []string{"", "POST /api/v1/keys HTTP/1.1\r\nHost: " + host +
		"\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"} {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	go func() {
		for lines.Scan() {
			t.Log(lines.Text())
		}
		ended <- command.Wait()
	}()
	select {
	case err := <-ended:
		t.Logf("it took %v, %v", time.Since(began), err)
	case <-time.After(10 * time.Second):
		_ = command.Process.Kill()
		t.Error("the server does not end")
	}
}
