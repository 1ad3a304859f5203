package config

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"stead/internal/regular"
)

// layer is what one source sets: the values by key, each a string or a list of strings, and where each stands.
type layer map[string]placed

type placed struct {
	value  any
	origin string
}

// readFile returns what the file sets. A file that does not exist sets nothing. The values go to viper as they are read here and not
// by viper itself, because it forgets the lines, which the errors name.
func (in Input) readFile(path string) (layer, error) {
	content, err := regular.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &Error{Origin: path, Problem: reason(err)}
	}
	return in.parseFile(path, content)
}

// parseFile returns what a file's content sets.
func (in Input) parseFile(path string, content []byte) (layer, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(content, &document); err != nil {
		return nil, &Error{Origin: path, Problem: err.Error(), Remedy: "the file is YAML: `key: value` lines, indented with blanks"}
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	found := layer{}
	return found, in.collect(found, path, "", document.Content[0])
}

// reason is an error of the file system without the path, which the message names already.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}

// collect adds what a mapping sets, and the mappings in it.
func (in Input) collect(found layer, path, prefix string, mapping *yaml.Node) error {
	if isNull(mapping) {
		return nil
	}
	origin := fmt.Sprintf("%s:%d", path, mapping.Line)
	if mapping.Kind != yaml.MappingNode {
		return &Error{Origin: origin, Key: strings.TrimSuffix(prefix, "."), Problem: "there must be `key: value` lines",
			Remedy: "allowed are " + strings.Join(in.below(prefix), ", ")}
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		name, value := mapping.Content[i], mapping.Content[i+1]
		origin := fmt.Sprintf("%s:%d", path, name.Line)
		allowed := in.below(prefix)
		if !slices.Contains(allowed, strings.ToLower(name.Value)) {
			wrong := unknown(origin, name.Value, allowed)
			wrong.Key = prefix + name.Value
			return wrong
		}
		if err := in.collectOne(found, path, origin, prefix+strings.ToLower(name.Value), value); err != nil {
			return err
		}
	}
	return nil
}

func (in Input) collectOne(found layer, path, origin, key string, value *yaml.Node) error {
	setting, ok := in.find(key)
	if !ok {
		return in.collect(found, path, key+".", value)
	}
	if isNull(value) {
		return nil
	}
	decoded, err := setting.decode(value)
	if err != nil {
		return &Error{Origin: origin, Key: key, Problem: err.Error()}
	}
	found[key] = placed{decoded, origin}
	return nil
}

// below returns the names that may stand below a prefix.
func (in Input) below(prefix string) []string {
	var names []string
	for _, k := range in.all() {
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
			return nil, errors.New("there must be one value, not several")
		}
		return value.Value, nil
	}
	if value.Kind != yaml.SequenceNode {
		return nil, errors.New("there must be a list: [a, b]")
	}
	items := make([]string, 0, len(value.Content))
	for _, item := range value.Content {
		if item.Kind != yaml.ScalarNode {
			return nil, fmt.Errorf("line %d: there must be text: put it in quotes", item.Line)
		}
		items = append(items, item.Value)
	}
	return items, nil
}

func isNull(node *yaml.Node) bool { return node.Kind == yaml.ScalarNode && node.Tag == "!!null" }
