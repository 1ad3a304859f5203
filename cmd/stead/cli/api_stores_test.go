package cli

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	corpushome "stead/internal/corpus/home"
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

// Looking at the sessions of every CLI, and editing copies of them, changes no byte of any store and leaves nothing there.
func TestEditingCopiesChangesNoStore(t *testing.T) {
	home := t.TempDir()
	if _, err := corpushome.Make(t.Context(), home, corpushome.Small(), 1); err != nil {
		t.Fatal(err)
	}
	address, token := apiServerIn(t, home)
	before := storesOf(t, home)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	defer client.CloseIdleConnections()
	var secrets struct{ Key string }
	if status := post(t, client, address+"/keys", fmt.Sprintf(`{"token":%q}`, token), "", &secrets); status != http.StatusOK {
		t.Fatalf("the token is worth %d", status)
	}
	call := func(method, path, body string, into any) int {
		r, err := http.NewRequestWithContext(t.Context(), method, address+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Stead-Key", secrets.Key)
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
	var list struct {
		Items []struct{ CLI, ID string }
	}
	call(http.MethodGet, "/sessions?all=true&limit=1000", "", &list)
	var edited []string
	for _, s := range list.Items {
		var page struct{ Total int }
		var d struct {
			ID    string
			Steps int
		}
		path := "/sessions/" + s.CLI + "/" + s.ID
		if call(http.MethodGet, path+"/entries", "", &page) != http.StatusOK || page.Total < 3 {
			continue
		}
		var any map[string]any
		call(http.MethodGet, path, "", &any)
		call(http.MethodGet, path+"/tree", "", &any)
		call(http.MethodGet, path+"/find?q=e", "", &any)
		body := fmt.Sprintf(`{"session":"%s:%s","edits":[{"op":"insert","before":1,"text":"First"}]}`, s.CLI, s.ID)
		if status := call(http.MethodPost, "/drafts", body, &d); status != http.StatusAccepted {
			continue // one without a conversation
		}
		for _, edits := range []string{`{"op":"drop","entries":"2"}`, `{"op":"rewrite","entries":"1","text":"Anew"}`, `{"op":"move","entries":"1","before":0}`, `{"op":"undo"}`, `{"op":"redo"}`} {
			call(http.MethodPatch, "/drafts/"+d.ID, `{"edits":[`+edits+`]}`, &any)
		}
		call(http.MethodGet, "/sessions/draft/"+d.ID+"/entries", "", &any)
		if call(http.MethodGet, "/drafts/"+d.ID, "", &d); d.Steps < 3 {
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
