package rules_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stead/inject/redaction/rules"
	"stead/timeline"
)

// mostMasked is the share of lines of ordinary text that may be masked.
const mostMasked = 0.001

// ordinary are public repositories whose files the module cache has, in the versions of go.mod: an API framework with
// its documentation, a shell's parser, a protocol with its sign-in by OAuth, and a library of compression.
var ordinary = []string{"github.com/danielgtaylor/huma/v2", "mvdan.cc/sh/v3",
	"github.com/modelcontextprotocol/go-sdk", "github.com/klauspost/compress"}

func TestOrdinaryTextIsNotMasked(t *testing.T) {
	d := rules.New(nil)
	for _, module := range ordinary {
		folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
		if err != nil {
			t.Fatal(err)
		}
		lines, masked := maskedLines(t, d, strings.TrimSpace(string(folder)))
		t.Logf("%s: %d of %d lines, %.2f of 1,000", filepath.Base(strings.TrimSpace(string(folder))), masked, lines,
			1000*float64(masked)/float64(lines))
		if lines < 1000 || float64(masked) > mostMasked*float64(lines) {
			t.Errorf("%s: %d of %d lines are masked", module, masked, lines)
		}
	}
}

// maskedLines counts the lines of a repository's files, and those of them that a secret stands in.
func maskedLines(t *testing.T, d *rules.Detector, folder string) (lines, masked int) {
	err := filepath.WalkDir(folder, func(path string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil || bytes.IndexByte(content, 0) >= 0 {
			return err
		}
		found := d.Find(string(content))
		for line := range strings.Lines(string(content)) {
			lines++
			for _, s := range found {
				if strings.Contains(line, strings.TrimSpace(s.Value)) {
					masked++
					if *listLeaks {
						t.Logf("%s: %s: %q", s.Rule, filepath.Base(path), line)
					}
					break
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, masked
}

// What was once masked without need.
func TestWhatIsNoSecretIsNotFound(t *testing.T) {
	d := rules.New(nil)
	for _, text := range []string{
		"", "the key to this is the token", "token = os.Getenv(\"TOKEN\")", "password: ${PASSWORD}",
		"api_key = aaaaaaaaaaaaaaaaaaaaaaaa",
		"AKIAIOSFODNN7EXAMPLE", "key: github.com/zricethezav/gitleaks", "key: 9eccf21b7d1c04a4a5f6b0d3f2c9e8b7a6d5c4f3",
		`<Row key="item-7f3a" />`,
		"session_token_id: 3f2b8c1e-5d4a-4b6c-9e7f-1a2b3c4d5e6f", "object_key: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
		"cache_key = 'v2:user:12345'",
		"model: claude-opus-4-8-20261101", "id: msg_01XFDUDYJgAACzvnptvVoYEL", "password is required",
		"the token is invalid", "Password: string", "password = hash(password1)",
		"Passwords must have 8 characters", `{"token_count": 12345, "max_tokens": 8192}`,
		"func (t Token) Key() string { return t.key2 }", "key1=value1&key2=value2",
		"see the key in https://example.com/a/b", "commit 9eccf21b7d1c04a4a5f6b0d3f2c9e8b7a6d5c4f3",
		"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	} {
		quoted := timeline.NewText(text)
		if found := d.FindInside(quoted.Inner()); len(found) > 0 {
			t.Errorf("%q: found %q", text, found)
		}
	}
}
