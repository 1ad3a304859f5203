package api_test

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostile are names that lead out of where names belong, if anybody takes them for paths.
func hostile(secret string) []string {
	return []string{
		"../secret.jsonl", "../../secret", "..", ".", "~", "~/secret.jsonl", secret, secret + ":.", "./secret.jsonl", "secret.jsonl", "plain", "-",
		"secret.jsonl#" + sessionID, `..\secret`, "/etc/passwd", "..%2fsecret.jsonl", "....//secret.jsonl", "secret.jsonl\x00", "file:///etc/passwd",
		"universal:plain", "claude:" + secret, "draft:../secret", "run:../../secret",
	}
}

// No parameter and no member of a body leads to a file, of any route that the document has: neither to its content, nor to one that is written.
func TestNoTextOfARequestLeadsToFiles(t *testing.T) {
	m := newMachine(t)
	m.beginsNothing()
	const marker = "SECRET-MARKER"
	text := strings.ReplaceAll(string(fixture(t)), "NOTES.md", marker)
	secret := filepath.Join(m.home, "secret.jsonl")
	for _, path := range []string{secret, filepath.Join(m.home, "plain"), filepath.Join(m.data(), "secret.jsonl")} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(m.home)
	before := m.outside(t)
	tried := 0
	for _, o := range m.documented() {
		if o.ID == "trade-token" {
			continue // each wrong token waits longer than the one before
		}
		names := []string{}
		for _, p := range o.Parameters {
			if p.Schema.is("string") || p.Schema.is("array") {
				names = append(names, p.Name)
			}
		}
		if o.body != nil {
			for name, member := range o.body.Properties {
				if member.is("string") {
					names = append(names, name)
				}
			}
		}
		for _, name := range names {
			for _, value := range hostile(secret) {
				tried++
				w := m.ask(t, o.good().with(name, value))
				if w.Code >= 500 || strings.Contains(w.Body.String(), marker) || strings.Contains(w.Body.String(), "root:x:") {
					t.Errorf("%s with %s %q: %d\n%.300s", o.ID, name, value, w.Code, w.Body)
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("%d requests were tried", tried)
	}
	for _, s := range m.started {
		if strings.Contains(s.From, "secret") || strings.Contains(s.From, "/") {
			t.Errorf("started was %+v", s)
		}
	}
	for path := range m.outside(t) {
		if !before[path] {
			t.Errorf("%s was written", path)
		}
	}
}

// outside are the files of the home that are not stead's own.
func (m *machine) outside(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(m.home, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(path, m.data()) && !strings.HasPrefix(filepath.Base(path), "catalog.db") {
			all[path] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A path that would be another one without its dots is no route: nobody is sent elsewhere.
func TestCrookedPathsAreNoRoutes(t *testing.T) {
	m := newMachine(t)
	for _, path := range []string{"//sessions", "/./sessions", "/sessions/../runs", "/sessions/claude//entries", "/../../etc/passwd", "/runs/"} {
		r := m.request("GET", "/", "")
		r.URL = &url.URL{Scheme: "http", Host: r.URL.Host, Opaque: "/api/v1" + path}
		if status, body, h := m.do(r); status != 404 || h.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s %s", path, status, h.Get("Location"), body)
		}
	}
}
