package install

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// tomlFile is TOML. The entry is a table at the end of the file, with its subtables.
type tomlFile struct{}

func (tomlFile) decode(content []byte) (map[string]any, error) {
	said := map[string]any{}
	return said, toml.Unmarshal(content, &said)
}

func (f tomlFile) add(content []byte, keys []string, value any) ([]byte, error) {
	table, err := tableOf(keys, value)
	if err != nil || len(content) == 0 {
		return []byte(table), err
	}
	if said, err := f.decode(content); err != nil || lookUp(said, keys[:1]) != nil && !tables(keys[0]).Match(content) {
		return nil, ErrForm
	}
	if !bytes.HasSuffix(content, []byte("\n")) {
		// The last line of the file has no line break: keep it so.
		return []byte(string(content) + "\n\n" + strings.TrimSuffix(table, "\n")), nil
	}
	return []byte(string(content) + "\n" + table), nil
}

// tables matches the tables of that name. Without one, the file defines the name in a single line, which no table can
// extend.
func tables(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*\[` + regexp.QuoteMeta(name) + `[].]`)
}

// tableOf returns the entry as a table with its subtables.
func tableOf(keys []string, value any) (string, error) {
	for i := len(keys) - 1; i >= 0; i-- {
		value = map[string]any{keys[i]: value}
	}
	var b bytes.Buffer
	encoder := toml.NewEncoder(&b)
	encoder.Indent = ""
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	_, table, found := strings.Cut("\n"+b.String(), "\n"+header(keys)+"\n")
	if !found {
		return "", fmt.Errorf("encode the table %s: %w", header(keys), ErrForm)
	}
	return header(keys) + "\n" + table, nil
}

func header(keys []string) string { return "[" + strings.Join(keys, ".") + "]" }

// find returns the start of the entry's tables, and the end of their last line that is neither blank nor a comment:
// such lines belong to what follows.
func (tomlFile) find(content []byte, keys []string) (from, to int, err error) {
	own, below := header(keys), strings.TrimSuffix(header(keys), "]")+"."
	at, from, inside := 0, -1, false
	for line := range strings.Lines(string(content)) {
		text := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(text, own) && from >= 0:
			return 0, 0, ErrForm
		case strings.HasPrefix(text, own):
			from, inside = at, true
		case strings.HasPrefix(text, "[") && !strings.HasPrefix(text, below):
			inside = false
		}
		if at += len(line); inside && text != "" && text[0] != '#' {
			to = at
		}
	}
	if from < 0 {
		return 0, 0, ErrForm
	}
	return from, to, nil
}

// remove removes the tables with the blank line before them.
func (f tomlFile) remove(content []byte, keys []string) ([]byte, error) {
	from, to, err := f.find(content, keys)
	if err != nil {
		return nil, err
	}
	before, rest := string(content[:from]), string(content[to:])
	if strings.HasSuffix(before, "\n\n") {
		before = before[:from-1]
	}
	if rest == "" && !bytes.HasSuffix(content, []byte("\n")) {
		before = strings.TrimSuffix(before, "\n") // the file's last line had no line break: see add
	}
	if before+rest == "" {
		return nil, nil
	}
	return []byte(before + rest), nil
}

func (f tomlFile) replace(content []byte, keys []string, value any) ([]byte, error) {
	from, to, err := f.find(content, keys)
	if err != nil {
		return nil, err
	}
	table, err := tableOf(keys, value)
	if !bytes.HasSuffix(content[from:to], []byte("\n")) {
		table = strings.TrimSuffix(table, "\n")
	}
	return splice(content, from, to, table), err
}
