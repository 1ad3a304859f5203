package install

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// tomlFile is TOML. The entry is a table of its own at the end of the file, with tables below it.
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
		// the file goes on without an end of its last line
		return []byte(string(content) + "\n\n" + strings.TrimSuffix(table, "\n")), nil
	}
	return []byte(string(content) + "\n" + table), nil
}

// tables finds the tables of that name. Without one, what the file says of it is in a line of its own, which no table
// can add to.
func tables(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*\[` + regexp.QuoteMeta(name) + `[].]`)
}

// tableOf returns the entry as a table, with the tables below it.
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

// find returns where the entry's tables begin, and where their last line ends that is neither blank nor a comment:
// those belong to what follows.
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

// remove takes out the tables with the blank line before them.
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
		before = strings.TrimSuffix(before, "\n") // the file's last line had no end: see add
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
