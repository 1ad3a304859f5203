package adapters_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

// suite holds sessions that 16 CLIs wrote for the tests of another converter, and what that converter finds in them.
const suite = "testdata/session-migrate"

// read maps the CLIs of the suite that stead reads to the readers that must recognize their sessions. Kilo's export has
// OpenCode's format.
var read = map[string]string{"claude": "claude", "codex": "codex", "kilo": "opencode", "kimi": "kimi", "opencode": "opencode",
	"pi": "pi", "qwen": "qwen"}

// sessions returns the files of a CLI in the suite that may be sessions.
func sessions(t *testing.T, cli string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(suite, cli, "native"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	return paths
}

// The reader of a CLI recognizes each session of that CLI, and no reader recognizes any other file.
func TestEachSessionOfTheSuiteHasOneReader(t *testing.T) {
	clis, err := os.ReadDir(suite)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range clis {
		if !entry.IsDir() {
			continue
		}
		cli, known := entry.Name(), []string{}
		for _, path := range sessions(t, cli) {
			source, err := open(t, path)
			switch {
			case err == nil:
				known = append(known, source.Reader.Info().Name)
			case !errors.Is(err, adapter.ErrFormat):
				t.Errorf("%s: %v", path, err)
			}
		}
		if want := []string{read[cli]}; len(known) > 0 && !slices.Equal(known, want) || len(known) == 0 && want[0] != "" {
			t.Errorf("the files of %s are recognized as %q, want %q", cli, known, want)
		}
	}
}

// content is what stead reads in the session of a CLI.
type content struct {
	texts           string
	pictures        map[string]bool // by the digests of their bytes
	entries, failed int
}

// contentOf reads the only session in paths.
func contentOf(t *testing.T, paths []string) content {
	t.Helper()
	var texts strings.Builder
	all := content{pictures: map[string]bool{}}
	for _, path := range paths {
		source, err := open(t, path)
		if errors.Is(err, adapter.ErrFormat) {
			continue // a file beside the session
		}
		if err != nil {
			t.Fatal(err)
		}
		stream, err := source.Reader.Open(t.Context(), source.Location)
		if err != nil {
			t.Fatal(err)
		}
		for entry, err := range stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
			entry.Native = nil // the CLI's own record has everything, whatever the reader made of it
			for i := range entry.Attachments {
				all.pictures[digestOf(t, &entry.Attachments[i])] = true
			}
			if entry.Type == timeline.ToolResult && !entry.Success {
				all.failed++
			}
			addTexts(&texts, entryOf(t, entry))
			all.entries++
		}
	}
	all.texts = texts.String()
	return all
}

func digestOf(t *testing.T, a *timeline.Attachment) string {
	t.Helper()
	bytes, err := base64.StdEncoding.DecodeString(a.Data.String())
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(bytes))
}

func entryOf(t *testing.T, e *timeline.Entry) (value any) {
	t.Helper()
	text, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// addTexts adds each string in a JSON value.
func addTexts(all *strings.Builder, value any) {
	switch v := value.(type) {
	case string:
		all.WriteString(v + "\x00")
	case []any:
		for _, item := range v {
			addTexts(all, item)
		}
	case map[string]any:
		for _, item := range v {
			addTexts(all, item)
		}
	}
}

func open(t *testing.T, path string) (catalog.Source, error) {
	t.Helper()
	all := catalog.New(catalog.Options{Readers: adapters.Readers(), Host: fixtures.Host(t.TempDir())})
	return all.Resolve(t.Context(), path)
}

// frames are texts that a CLI puts around attachments and around the results of tools. They are not content: each
// writer adds those of its own CLI.
var frames = []string{"--- Content from referenced files ---", "Content from assets/corpus-card.png:", "--- End of content ---",
	`<image name=[Image #1] path="/home/me/demo/corpus-card.png">`, "</image>",
	"Script completed\nWall time 0.0 seconds\nOutput:", "Script completed\nWall time 0.2 seconds\nOutput:"}

// said holds what the suite expects in a session.
type said struct {
	Kind, Name, Text string
	ToolName         string `json:"tool_name"`
	Input            any
	IsError          bool `json:"is_error"`
	Media            media
	Blocks           []struct {
		Text  string
		Media media
	} `json:"content_blocks"`
}

type media struct{ SHA256 string }

// texts returns the texts that must arrive. A result in several parts is compared part by part.
func (s said) texts() (all []string) {
	for _, block := range s.Blocks {
		all = append(all, block.Text)
	}
	if len(all) == 0 {
		all = append(all, s.Text)
	}
	var input strings.Builder
	addTexts(&input, s.Input)
	return append(append(all, s.Name, s.ToolName), strings.Split(input.String(), "\x00")...)
}

// pictures returns the digests of the pictures that must arrive.
func (s said) pictures() (all []string) {
	for _, block := range s.Blocks {
		all = append(all, block.Media.SHA256)
	}
	return append(all, s.Media.SHA256)
}

// compare reports everything of it that is missing in what stead read, and returns how much it compared.
func (s said) compare(t *testing.T, got content) (compared int) {
	t.Helper()
	for _, text := range s.texts() {
		if text == "" || slices.Contains(frames, strings.TrimSpace(text)) {
			continue
		}
		compared++
		if !strings.Contains(got.texts, text) {
			t.Errorf("a %s is lost: %q", s.Kind, text)
		}
	}
	for _, digest := range s.pictures() {
		if digest != "" && !got.pictures[digest] {
			t.Errorf("a picture of a %s is lost: %s", s.Kind, digest)
		}
	}
	return compared
}

// Everything that the other converter finds in a session is in the session as stead reads it: texts, arguments of
// calls, pictures, and how many calls failed. The suite does not say what its "opaque" records hold, so they are not compared.
func TestNothingThatTheSuiteExpectsIsLost(t *testing.T) {
	for cli := range read {
		t.Run(cli, func(t *testing.T) {
			got := contentOf(t, sessions(t, cli))
			expected, err := os.ReadFile(filepath.Join(suite, cli, "expected-ir.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			compared, failed := 0, 0
			for line := range bytes.Lines(expected) {
				var s said
				if err := json.Unmarshal(line, &s); err != nil {
					t.Fatal(err)
				}
				if s.IsError {
					failed++
				}
				compared += s.compare(t, got)
			}
			if compared < 8 || got.entries < 8 || failed != got.failed {
				t.Errorf("%d texts were compared with %d entries; %d calls failed, the suite has %d", compared, got.entries,
					got.failed, failed)
			}
		})
	}
}
