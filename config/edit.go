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

// Set writes a setting into the configuration file, which is made when there is none. A setting that holds a list takes
// several values, any other takes one. Comments in the file stay. A value that is wrong changes nothing. The error is
// an [Error], or says that the file cannot be written.
func Set(in Input, key string, values []string) error {
	k, err := in.named(key)
	if err != nil {
		return err
	}
	if !k.kind.isList() && len(values) != 1 {
		return &Error{Key: k.key, Problem: fmt.Sprintf("it takes one value, not %d", len(values))}
	}
	return in.edit(func(document *yaml.Node) {
		set(document, strings.Split(k.key, "."), k.node(values))
	})
}

// Unset takes a setting out of the configuration file. It reports false when the file does not hold it. Errors are
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

// named returns the setting of that key, or an error that names one like it.
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

// node is a value as it stands in the file.
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

// edit changes the file. What comes of it is checked as at every start before it is written.
func (in Input) edit(change func(document *yaml.Node)) error {
	folders, err := Locate(in)
	if err != nil {
		return err
	}
	path := folders.File()
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link into a folder that its owner keeps elsewhere stays one
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

// blank stands for an empty line while a file is edited: the library keeps comments, and drops empty lines.
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

// encoded is the text of a file after a change of its document, as the library lays it out. What a file of nothing but
// comments says stays above.
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

// member returns the place of a member's value in a mapping. Less than 0 when there is none.
func member(mapping *yaml.Node, name string) int {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if strings.EqualFold(mapping.Content[i].Value, name) {
			return i + 1
		}
	}
	return -1
}

// set puts a value under a path of names, whose mappings are made when they are missing.
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

// unset takes out what stands under a path of names, and the mappings that are empty then.
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
