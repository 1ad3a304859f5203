package install

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stead/inject"
	"stead/internal/testkit"
)

var server = inject.MCPServer{Name: "stead", Command: []string{"/opt/stead <&>", "mcp"},
	Environment: map[string]string{"CODEX_HOME": "/a b\\c"}}

func jsonEntry(path string) inject.MCPEntry {
	return inject.MCPEntry{Path: path, Keys: []string{"mcpServers", "stead"}, Value: server.Stdio()}
}

func tomlEntry(path string) inject.MCPEntry {
	return inject.MCPEntry{Path: path, Keys: []string{"mcp_servers", "stead"}, Value: server.Stdio()}
}

// install changes a file with that content and returns what it is then. Nil stands for no file.
func apply(t testing.TB, c Change, err error) []byte {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Write(); err != nil {
		t.Fatal(err)
	}
	now, err := os.ReadFile(c.Path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return now
}

func put(t testing.TB, path string, content *string) {
	t.Helper()
	if content == nil {
		return
	}
	if err := os.WriteFile(path, []byte(*content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func text(s string) *string { return &s }

var jsonFiles = map[string]*string{
	"none":                  nil,
	"empty object":          text("{}"),
	"empty object in lines": text("{\n}\n"),
	"pretty":                text("{\n  \"model\": \"x\",\n  \"n\": [1, 2]\n}\n"),
	"tabs":                  text("{\n\t\"model\": \"x\"\n}"),
	"minified":              text(`{"model":"x","mcp":{"a":1}}`),
	"comments":              text("// mine\n{\n  // first\n  \"model\": \"x\" // why\n  /* end */\n}\n// done\n"),
	"trailing comma":        text("{\n  \"model\": \"x\", // why\n}\n"),
	"comment in a line":     text("{\"a\": 1 // why\n}"),
	"other servers": text(
		"{\n  \"mcpServers\": {\n    \"other\": {\n      \"command\": \"x\"\n    }\n  },\n  \"z\": 1\n}\n"),
	"no servers":              text("{\n  \"mcpServers\": {},\n  \"z\": 1\n}\n"),
	"no servers, in lines":    text("{\n  \"mcpServers\": {\n  },\n  \"z\": 1\n}\n"),
	"no servers, but comment": text("{\n  \"mcpServers\": { /* none */ }\n}\n"),
	"CRLF":                    text("{\r\n  \"a\": 1\r\n}\r\n"),
}

var tomlFiles = map[string]*string{
	"none":            nil,
	"settings":        text("model = \"x\"\n"),
	"no last newline": text("model = \"x\""),
	"comments":        text("# mine\nmodel = \"x\" # why\n\n[mcp_servers.other]\ncommand = \"x\"\n\n# done\n"),
	"blank end":       text("model = \"x\"\n\n\n"),
	"long strings":    text("a = \"\"\"\n[mcp_servers.x]\n\"\"\"\n[projects.\"/a\"]\ntrust_level = \"trusted\"\n"),
}

func TestRemoveUndoesAdd(t *testing.T) {
	for kind, files := range map[string]map[string]*string{"c.json": jsonFiles, "c.toml": tomlFiles} {
		for name, content := range files {
			t.Run(kind+" "+name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), kind)
				put(t, path, content)
				undoes(t, path, content)
			})
		}
	}
}

func undoes(t testing.TB, path string, content *string) {
	e := jsonEntry(path)
	if strings.HasSuffix(path, ".toml") {
		e = tomlEntry(path)
	}
	c, err := Add(e, false)
	added := apply(t, c, err)
	said, err := syntaxOf(path).decode(added)
	if err != nil || lookUp(said, append(e.Keys, "command")) != server.Command[0] {
		t.Fatalf("%v\n%s", err, added)
	}
	if again, err := Add(e, false); err != nil || !again.IsNone() {
		t.Errorf("added again, %v:\n%s", err, again.After)
	}
	c, err = Remove(e)
	now := apply(t, c, err)
	if content == nil && now != nil || content != nil && string(now) != *content {
		t.Errorf("removed, it is\n%q\nbefore\n%q\nwith the entry\n%s", now, deref(content), added)
	}
	if again, err := Remove(e); err != nil || !again.IsNone() {
		t.Errorf("removed again, %v:\n%s", err, again.After)
	}
}

func deref(s *string) string {
	if s == nil {
		return "<none>"
	}
	return *s
}

func TestRemoveUndoesAddInAnyJSON(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		value := rapid.MapOfN(rapid.SampledFrom([]string{"a", "mcpServers", "z", "é\""}), object(2), 0, 4).Draw(r, "file")
		content, err := json.MarshalIndent(value, "", rapid.SampledFrom([]string{"", " ", "    ", "\t"}).Draw(r, "indent"))
		if err != nil {
			r.Fatal(err)
		}
		path := filepath.Join(dir, "c.json")
		file := string(content)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			r.Fatal(err)
		}
		if c, err := Add(jsonEntry(path), false); err == nil {
			if err := c.Write(); err != nil {
				r.Fatal(err)
			}
			c, err := Remove(jsonEntry(path))
			if err != nil || string(c.After) != file {
				r.Fatalf("%v:\n%s\nbefore\n%s", err, c.After, file)
			}
		} else if !errors.Is(err, ErrForm) {
			r.Fatal(err)
		}
	})
}

func object(depth int) *rapid.Generator[any] {
	leaf := rapid.OneOf(rapid.Just[any](nil), rapid.Just[any]("x, {\"y\": 1} // z"), rapid.Just[any](1.5),
		rapid.Just[any]([]any{}), rapid.Just[any](map[string]any{}))
	if depth == 0 {
		return leaf
	}
	return rapid.OneOf(leaf, rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"b", "other"}), object(depth-1), 0, 2),
		func(m map[string]any) any { return m }))
}

func TestAnotherEntryOfTheNameStays(t *testing.T) {
	for file, content := range map[string]string{
		"c.json": "{\n  \"mcpServers\": {\n    \"stead\": {\"command\": \"mine\"}, // keep\n    \"z\": {}\n  }\n}\n",
		"c.toml": "# a\n[mcp_servers.stead]\ncommand = \"mine\"\n[mcp_servers.stead.env]\nA = \"1\"\n\n# about z\n[mcp_servers.z]\ncommand = \"z\"\n",
	} {
		path := filepath.Join(t.TempDir(), file)
		put(t, path, &content)
		e := jsonEntry(path)
		if strings.HasSuffix(file, "toml") {
			e = tomlEntry(path)
		}
		var taken *TakenError
		if _, err := Add(e, false); !errors.As(err, &taken) || !strings.Contains(err.Error(), "mine") {
			t.Errorf("%s: %v", file, err)
		}
		c, err := Add(e, true)
		forced := string(apply(t, c, err))
		for _, kept := range []string{"keep", "# about z", "# a\n"} {
			if strings.Contains(content, kept) && !strings.Contains(forced, kept) {
				t.Errorf("%s lost %q:\n%s", file, kept, forced)
			}
		}
		if strings.Contains(forced, "mine") || !strings.Contains(forced, "mcp") {
			t.Errorf("%s is\n%s", file, forced)
		}
		c, err = Remove(e)
		if removed := string(apply(t, c, err)); strings.Contains(removed, "stead") || !strings.Contains(removed, "z") {
			t.Errorf("%s is\n%s", file, removed)
		}
	}
}

func TestFilesThatCannotBeChangedStay(t *testing.T) {
	for name, content := range map[string]string{
		"c.json": "{\"mcpServers\": [1]}", "d.json": "{\"a\": ", "e.json": "[]", "f.json": "{\"a\": 1} x",
		"c.toml": "mcp_servers = {other = {command = \"x\"}}\n", "d.toml": "a = ",
		"e.toml": "[mcp_servers]\nstead = {command = \"x\"}\n",
	} {
		path := filepath.Join(t.TempDir(), name)
		put(t, path, &content)
		e := jsonEntry(path)
		if strings.HasSuffix(name, "toml") {
			e = tomlEntry(path)
		}
		if c, err := Add(e, true); err == nil {
			t.Errorf("%s would be\n%s", content, c.After)
		}
		if now, _ := os.ReadFile(path); string(now) != content {
			t.Errorf("%s is\n%s", content, now)
		}
	}
}

func TestFileKeepsItsModeAndItsPlace(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "dotfiles.json"), filepath.Join(dir, "settings.json")
	put(t, real, text("{}"))
	testkit.Link(t, real, link)
	c, err := Add(jsonEntry(link), false)
	apply(t, c, err)
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is no link any more")
	}
	if info, err = os.Stat(real); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("the file's mode is %v", info.Mode())
	}
	stale, err := Remove(jsonEntry(link))
	if err != nil {
		t.Fatal(err)
	}
	put(t, real, text("{\"a\": 1}"))
	if err := stale.Write(); !errors.Is(err, ErrChanged) {
		t.Errorf("a change of what is no more there: %v", err)
	}
}

func FuzzJSON(f *testing.F) {
	for _, content := range jsonFiles {
		if content != nil {
			f.Add(*content)
		}
	}
	f.Fuzz(func(t *testing.T, content string) { fuzzed(t, jsonFile{}, jsonEntry("").Keys, content) })
}

func FuzzTOML(f *testing.F) {
	for _, content := range tomlFiles {
		if content != nil {
			f.Add(*content)
		}
	}
	f.Fuzz(func(t *testing.T, content string) { fuzzed(t, tomlFile{}, tomlEntry("").Keys, content) })
}

// fuzzed has no edit panic.
func fuzzed(_ *testing.T, s syntax, keys []string, content string) {
	for _, edit := range []func() ([]byte, error){
		func() ([]byte, error) { return s.add([]byte(content), keys, server.Stdio()) },
		func() ([]byte, error) { return s.remove([]byte(content), keys) },
		func() ([]byte, error) { return s.replace([]byte(content), keys, server.Stdio()) },
	} {
		if after, err := edit(); err == nil {
			_, _ = s.decode(after)
		}
	}
}
