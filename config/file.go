package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"stead/internal/sys/regular"
)

// readFile makes viper read the file. A missing file sets nothing.
func (s *sources) readFile() error {
	content, err := regular.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return &Error{Origin: s.path, Problem: reason(err)}
	}
	return s.parseFile(content)
}

// parseFile makes viper parse a file's content.
func (s *sources) parseFile(content []byte) error {
	err := s.viper.ReadConfig(bytes.NewReader(content))
	var wrong *Error
	if errors.As(err, &wrong) {
		return wrong
	}
	return err
}

// Decoder implements [viper.DecoderRegistry]. The file is read by [sources.Decode] and not by viper's own decoder,
// because that one accepts any key, converts values to types before they can be checked, and forgets the lines, which
// the errors name.
func (s *sources) Decoder(string) (viper.Decoder, error) { return s, nil }

// Decode implements [viper.Decoder]. It puts the settings of a file into found, each a string or a list of strings, and
// records their lines.
func (s *sources) Decode(content []byte, found map[string]any) error {
	var document yaml.Node
	if err := yaml.Unmarshal(content, &document); err != nil {
		return &Error{Origin: s.path, Problem: err.Error(),
			Remedy: "the file is YAML: `key: value` lines, indented with spaces"}
	}
	if len(document.Content) == 0 {
		return nil
	}
	return s.collect(found, "", document.Content[0])
}

// reason returns an error of the file system without the path, which the message already names.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}

// collect adds the settings of a mapping, and of the mappings in it.
func (s *sources) collect(found map[string]any, prefix string, mapping *yaml.Node) error {
	if isNull(mapping) {
		return nil
	}
	if mapping.Kind != yaml.MappingNode {
		return &Error{Origin: s.line(mapping), Key: strings.TrimSuffix(prefix, "."), Problem: "expected `key: value` lines",
			Remedy: "allowed are " + strings.Join(s.below(prefix), ", ")}
	}
	allowed := s.below(prefix)
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		name, value := mapping.Content[i], mapping.Content[i+1]
		if !slices.Contains(allowed, strings.ToLower(name.Value)) {
			wrong := unknown(s.line(name), name.Value, allowed)
			wrong.Key = prefix + name.Value
			return wrong
		}
		if err := s.collectOne(found, prefix+strings.ToLower(name.Value), name, value); err != nil {
			return err
		}
	}
	return nil
}

func (s *sources) collectOne(found map[string]any, key string, name, value *yaml.Node) error {
	at := slices.IndexFunc(s.known, func(k known) bool { return k.key == key })
	if at < 0 {
		return s.collect(found, key+".", value)
	}
	if isNull(value) {
		return nil
	}
	decoded, err := s.known[at].decode(value)
	if err != nil {
		return &Error{Origin: s.line(name), Key: key, Problem: err.Error()}
	}
	found[key], s.origins[key] = decoded, s.line(name)
	return nil
}

// line returns the place of a node: the file and the line.
func (s *sources) line(of *yaml.Node) string { return fmt.Sprintf("%s:%d", s.path, of.Line) }

// below returns the names that are allowed below a prefix.
func (s *sources) below(prefix string) []string {
	var names []string
	for _, k := range s.known {
		if rest, ok := strings.CutPrefix(k.key, prefix); ok {
			name, _, _ := strings.Cut(rest, ".")
			names = append(names, name)
		}
	}
	return slices.Compact(names)
}

func (k known) decode(value *yaml.Node) (any, error) {
	if !k.kind.isList() {
		if value.Kind != yaml.ScalarNode {
			return nil, errors.New("expected one value, not several")
		}
		return value.Value, nil
	}
	if value.Kind != yaml.SequenceNode {
		return nil, errors.New("expected a list: [a, b]")
	}
	items := make([]string, 0, len(value.Content))
	for _, item := range value.Content {
		if item.Kind != yaml.ScalarNode {
			return nil, fmt.Errorf("line %d: expected text: put it in quotes", item.Line)
		}
		items = append(items, item.Value)
	}
	return items, nil
}

func isNull(node *yaml.Node) bool { return node.Kind == yaml.ScalarNode && node.Tag == "!!null" }
