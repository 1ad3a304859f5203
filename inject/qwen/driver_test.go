package qwen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/qwen"
	"stead/writers"
)

func TestCommand(t *testing.T) {
	long := strings.Repeat("x", inject.MaxArgument+1)
	for _, test := range []struct {
		name   string
		launch inject.Launch
		want   []string
		input  string
		typed  bool
	}{
		{"headless", inject.Launch{Headless: true, Prompt: "-go"},
			[]string{"--resume", "id", "--output-format", "stream-json", "--prompt=-go"}, "", false},
		{"headless and long", inject.Launch{Headless: true, Prompt: long},
			[]string{"--resume", "id", "--output-format", "stream-json"}, long, false},
		{"interactive", inject.Launch{Prompt: "--go"}, []string{"--resume", "id", "--prompt-interactive=--go"}, "", false},
		{"interactive without prompt", inject.Launch{}, []string{"--resume", "id"}, "", false},
		{"interactive and long", inject.Launch{Prompt: long}, []string{"--resume", "id"}, "", true},
		{"a model", inject.Launch{Model: "m", Prompt: "go"}, []string{"--resume", "id", "--model", "m",
			"--prompt-interactive=go"}, "", false},
		{"the user's arguments", inject.Launch{Environment: inject.Environment{Arguments: []string{"--yolo"}},
			Headless: true, Prompt: "go"},
			[]string{"--resume", "id", "--output-format", "stream-json", "--yolo", "--prompt=go"}, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.launch.Session = writers.Receipt{ID: "id"}
			got := qwen.Driver{}.Command(test.launch)
			if diff := cmp.Diff(test.want, got.Arguments); diff != "" {
				t.Error(diff)
			}
			if got.Input != test.input || (got.Typed != nil) != test.typed || !got.Strict {
				t.Errorf("input of %d bytes, typed %v, strict %v", len(got.Input), got.Typed != nil, got.Strict)
			}
		})
	}
}

func TestEvents(t *testing.T) {
	if id, ok := (qwen.Driver{}).Announced([]byte(`{"type":"system","subtype":"init","session_id":"s"}`)); !ok ||
		id != "s" {
		t.Errorf("announced %q %v", id, ok)
	}
	for line, want := range map[string]string{
		`{"type":"result","is_error":true,"error":{"message":"[API Error: 400 x]"}}`:   "[API Error: 400 x]",
		`{"type":"result","is_error":false,"result":"Partial[API Error: terminated]"}`: "[API Error: terminated]",
		`{"type":"result","is_error":true}`:                                            "Qwen Code reported an error",
		`{"type":"result","is_error":false,"result":"It says [API Error: x] here."}`:   "",
		`{"type":"assistant","message":{}}`:                                            "",
	} {
		if got, ok := (qwen.Driver{}).Failure([]byte(line)); got != want || ok != (want != "") {
			t.Errorf("%s: %q %v", line, got, ok)
		}
	}
}

func TestOpenedIsToldByTheRunsOwnProcess(t *testing.T) {
	root := t.TempDir()
	put(t, filepath.Join(root, "sessions", "1.json"), `{"pid":1,"sessionId":"other"}`)
	put(t, filepath.Join(root, "sessions", "2.json"), fmt.Sprintf(`{"pid":%d,"sessionId":"mine"}`, os.Getpid()))
	id, ok := qwen.Driver{}.Opened(adapter.Store{Root: root}, "mine", func(pid int) bool { return pid == os.Getpid() })
	if !ok || id != "mine" {
		t.Errorf("opened %q %v", id, ok)
	}
}

// TestCurrentSessionIsThatOfTheRunsFirstProcess has the model start another Qwen Code.
func TestCurrentSessionIsThatOfTheRunsFirstProcess(t *testing.T) {
	root := t.TempDir()
	for pid, id := range map[int]string{11: "theirs", 200: "mine", 1000: "nested"} {
		put(t, filepath.Join(root, "sessions", fmt.Sprintf("%d.json", pid)),
			fmt.Sprintf(`{"pid":%d,"sessionId":%q}`, pid, id))
	}
	id, ok := qwen.Driver{}.Current(adapter.Store{Root: root}, adapter.Location{},
		func(pid int) bool { return pid >= 200 })
	if !ok || id != "mine" {
		t.Errorf("it is %q, %v", id, ok)
	}
}

func TestCheckTellsDialogs(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		key   string
		want  int
	}{
		"never signed in":          {nil, "", 1},
		"a key in the environment": {nil, "k", 0},
		"signed in": {map[string]string{
			"settings.json": `{"security":{"auth":{"selectedType":"openai"}}}`}, "", 0},
		"trust is asked for": {map[string]string{
			"settings.json": `{"security":{"folderTrust":{"enabled":true}}}`}, "k", 1},
		"the folder above is trusted": {map[string]string{
			"settings.json":       `{"security":{"folderTrust":{"enabled":true}}}`,
			"trustedFolders.json": `{"/home/user":"TRUST_FOLDER"}`}, "k", 0},
		"its parent is trusted": {map[string]string{
			"settings.json":       `{"security":{"folderTrust":{"enabled":true}}}`,
			"trustedFolders.json": `{"/home/user/x":"TRUST_PARENT"}`}, "k", 0},
		"the folder is not to be trusted": {map[string]string{
			"settings.json":       `{"security":{"folderTrust":{"enabled":true}}}`,
			"trustedFolders.json": `{"/home/user/demo":"DO_NOT_TRUST"}`}, "k", 1},
	} {
		home := t.TempDir()
		for file, content := range test.files {
			put(t, filepath.Join(home, ".qwen", file), content)
		}
		host := adapter.Host{Home: home, Getenv: func(variable string) string {
			if variable == "OPENAI_API_KEY" {
				return test.key
			}
			return ""
		}}
		if found := (qwen.Driver{}).Check(inject.Environment{Host: host, Dir: "/home/user/demo"}); len(found) != test.want {
			t.Errorf("%s: %v", name, found)
		}
	}
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
