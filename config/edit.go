package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/lazy"
	"stead/internal/sys/regular"
)

// Set writes a setting into the configuration file, and creates the file if necessary. A setting that holds a list
// accepts several values, any other accepts one. Comments in the file stay. An invalid value changes nothing. The error
// is an [Error], or says that the file cannot be written.
func Set(in Input, key string, values []string) error {
	k, err := in.named(key)
	if err != nil {
		return err
	}
	if !k.kind.isList() && len(values) != 1 {
		return &Error{Key: k.key, Problem: fmt.Sprintf("it takes one value, not %d", len(values))}
	}
	err = in.edit(func(document *yaml.Node) {
		set(document, strings.Split(k.key, "."), k.node(values))
	})
	var wrong *Error
	if errors.As(err, &wrong) && wrong.Key == k.key {
		return &Error{Key: k.key, Problem: wrong.Problem, Remedy: wrong.Remedy} // its line was not written
	}
	return err
}

// Unset removes a setting from the configuration file. It reports false if the file does not contain it. Errors are
// those of [Set].
func Unset(in Input, key string) (was bool, err error) {
	k, err := in.named(key)
	if err != nil {
		return false, err
	}
	folders, err := Locate(in)
	if err != nil {
		return false, err
	}
	file := in.sources(folders.File())
	if err := file.readFile(); err != nil || !file.viper.InConfig(k.key) {
		return false, err
	}
	return true, in.edit(func(document *yaml.Node) { unset(document, strings.Split(k.key, ".")) })
}

// Get returns a setting by its key. The error is an [Error].
func (c Config) Get(key string) (Setting, error) {
	names := make([]string, 0, len(c.settings))
	for _, s := range c.settings {
		if s.Key == strings.ToLower(key) {
			return s, nil
		}
		names = append(names, s.Key)
	}
	return Setting{}, unknown("", key, names)
}

// named returns the setting with a key, or an error that proposes a similar one.
func (in Input) named(key string) (known, error) {
	if k, ok := in.find(key); ok {
		return k, nil
	}
	var names []string
	for _, k := range in.all() {
		names = append(names, k.key)
	}
	return known{}, unknown("", key, names)
}

// node returns a value in the form for the file.
func (k known) node(values []string) *yaml.Node {
	scalar := func(value string) *yaml.Node {
		if k.kind == truth {
			return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: value}
		}
		node := &yaml.Node{}
		node.SetString(value)
		return node
	}
	if !k.kind.isList() {
		return scalar(values[0])
	}
	list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, value := range values {
		list.Content = append(list.Content, scalar(value))
	}
	return list
}

// edit changes the file. Before it writes the result, it checks it as at every start.
func (in Input) edit(change func(document *yaml.Node)) error {
	folders, err := Locate(in)
	if err != nil {
		return err
	}
	path := folders.File()
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link into a folder that its owner keeps elsewhere stays a link
	}
	content, err := regular.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &Error{Origin: path, Problem: reason(err)}
	}
	if content, err = edited(content, change); err != nil {
		return &Error{Origin: path, Problem: err.Error()}
	}
	file := in.sources(path)
	if err := file.parseFile(content); err != nil {
		return err
	}
	if _, err := file.config(folders); err != nil {
		return err
	}
	return atomicfile.Replace(path, content)
}

// blank stands for an empty line while a file is edited, because the library keeps comments but drops empty lines.
const blank = "#stead: an empty line"

// edited returns the text of a file after a change of its document.
func edited(content []byte, change func(document *yaml.Node)) ([]byte, error) {
	plain, err := encoded(content, change)
	if err != nil || len(bytes.TrimSpace(plain)) == 0 {
		return plain, err
	}
	marked, err := encoded(emptyLines().ReplaceAll(content, []byte(blank+"\n")), change)
	if err != nil {
		return plain, nil // an empty line was part of a value
	}
	laidOut := markedLines().ReplaceAll(marked, []byte("\n"))
	if !sameValues(plain, laidOut) {
		return plain, nil
	}
	return laidOut, nil
}

var (
	emptyLines  = lazy.Regexp(`(?m)^[ \t]*\n`)
	markedLines = lazy.Regexp(`(?m)^[ \t]*` + blank + `\n`)
)

func sameValues(a, b []byte) bool {
	var one, other any
	return yaml.Unmarshal(a, &one) == nil && yaml.Unmarshal(b, &other) == nil && reflect.DeepEqual(one, other)
}

// encoded returns the text of a file after a change of its document, in the layout of the library. If a file consists
// only of comments, they stay at the top.
func encoded(content []byte, change func(document *yaml.Node)) ([]byte, error) {
	var file yaml.Node
	if err := yaml.Unmarshal(content, &file); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if len(file.Content) == 0 || isNull(file.Content[0]) {
		file = yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{{Kind: yaml.MappingNode}}}
		b.Write(content)
	}
	change(file.Content[0])
	if len(file.Content[0].Content) == 0 {
		return b.Bytes(), nil // nothing is set any more
	}
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	err := errors.Join(encoder.Encode(&file), encoder.Close())
	return b.Bytes(), err
}

// member returns the index of a member's value in a mapping, or less than 0 if there is none.
func member(mapping *yaml.Node, name string) int {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if strings.EqualFold(mapping.Content[i].Value, name) {
			return i + 1
		}
	}
	return -1
}

// set puts a value at a path of names, and creates missing mappings.
func set(mapping *yaml.Node, path []string, value *yaml.Node) {
	at := member(mapping, path[0])
	if at < 0 {
		name := &yaml.Node{}
		name.SetString(path[0])
		mapping.Content = append(mapping.Content, name, &yaml.Node{Kind: yaml.MappingNode})
		at = len(mapping.Content) - 1
	}
	old := mapping.Content[at]
	if len(path) == 1 {
		value.LineComment = old.LineComment
		mapping.Content[at] = value
		return
	}
	if old.Kind != yaml.MappingNode {
		mapping.Content[at] = &yaml.Node{Kind: yaml.MappingNode}
	}
	set(mapping.Content[at], path[1:], value)
}

// unset removes the value at a path of names, and the mappings that become empty.
func unset(mapping *yaml.Node, path []string) {
	at := member(mapping, path[0])
	if at < 0 {
		return
	}
	if len(path) > 1 {
		unset(mapping.Content[at], path[1:])
		if len(mapping.Content[at].Content) > 0 {
			return
		}
	}
	mapping.Content = slices.Delete(mapping.Content, at-1, at+1)
}
