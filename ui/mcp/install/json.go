package install

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonFile is JSON, possibly with comments and trailing commas.
type jsonFile struct{}

func (jsonFile) decode(content []byte) (map[string]any, error) {
	said := map[string]any{}
	if len(bytes.TrimSpace(content)) == 0 {
		return said, nil
	}
	plain, err := hujson.Standardize(slices.Clone(content))
	if err != nil {
		return nil, err
	}
	return said, json.Unmarshal(plain, &said)
}

// The form of the file records what add has created. An object that add created around the entry has a line break after
// its brace. Into an existing empty object, the entry goes without one. So remove can remove exactly what add created.
func (jsonFile) add(content []byte, keys []string, value any) ([]byte, error) {
	if len(bytes.TrimSpace(content)) == 0 {
		text, err := memberText(keys, value, "\n  ")
		return []byte("{\n  " + text + "\n}\n"), err
	}
	file, err := hujson.Parse(content)
	if err != nil {
		return nil, err
	}
	at, depth := innermost(&file, keys)
	object, ok := at.Value.(*hujson.Object)
	if !ok {
		return nil, ErrForm
	}
	if len(object.Members) == 0 {
		text, err := memberText(keys[depth:], value, "\n"+strings.Repeat("  ", depth))
		return splice(content, at.StartOffset+1, at.StartOffset+1, text), err
	}
	return putLast(content, at, object, keys[depth:], value)
}

// innermost returns the innermost existing object on the path of keys, excluding the last key, and its depth.
func innermost(file *hujson.Value, keys []string) (at *hujson.Value, depth int) {
	at = file
	for depth < len(keys)-1 {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return at, depth
		}
		i := indexOf(object, keys[depth])
		if i < 0 {
			return at, depth
		}
		at, depth = &object.Members[i].Value, depth+1
	}
	return at, depth
}

func indexOf(object *hujson.Object, key string) int {
	return slices.IndexFunc(object.Members, func(m hujson.ObjectMember) bool {
		name, ok := m.Name.Value.(hujson.Literal)
		return ok && name.String() == key
	})
}

// putLast adds a member after the others, and after the comments that follow the last of them.
func putLast(content []byte, at *hujson.Value, object *hujson.Object, keys []string, value any) ([]byte, error) {
	last := object.Members[len(object.Members)-1]
	space := string(last.Name.BeforeExtra)
	if i := strings.LastIndexByte(space, '\n'); i >= 0 {
		space = space[i:]
	}
	end := last.Value.EndOffset
	behind := string(content[end : at.EndOffset-1])
	comments := strings.TrimRight(behind, " \t\r\n")
	if strings.TrimSpace(space) != "" || !strings.Contains(space, "\n") && strings.Contains(comments, "//") {
		space = "\n"
	}
	text, err := memberText(keys, value, space)
	if last.Value.AfterExtra != nil { // the last member is followed by a comma
		return splice(content, end+len(comments), end+len(comments), space+text+","), err
	}
	return splice(content, end, end+len(comments), ","+comments+space+text), err
}

// memberText returns a member, wrapped in the objects around it that are missing. Space is the white space before it.
func memberText(keys []string, value any, space string) (string, error) {
	for i := len(keys) - 1; i > 0; i-- {
		value = map[string]any{keys[i]: value}
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	separator := ":"
	if prefix, isLine := strings.CutPrefix(space, "\n"); isLine || len(keys) > 1 {
		step := "  "
		if strings.HasPrefix(prefix, "\t") {
			step = "\t"
		}
		encoder.SetIndent(prefix, step)
		separator = ": "
	}
	if err := encoder.Encode(keys[0]); err != nil {
		return "", err
	}
	name := strings.TrimSpace(b.String())
	b.Reset()
	err := encoder.Encode(value)
	return name + separator + strings.TrimSpace(b.String()), err
}

func splice(content []byte, from, to int, text string) []byte {
	return slices.Concat(content[:from], []byte(text), content[to:])
}

// path returns the objects on the path of keys, outermost first, and the indexes of their members.
func path(file *hujson.Value, keys []string) (objects []*hujson.Value, members []int, err error) {
	at := file
	for _, key := range keys {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return nil, nil, ErrForm
		}
		i := indexOf(object, key)
		if i < 0 {
			return nil, nil, ErrForm
		}
		objects, members = append(objects, at), append(members, i)
		at = &object.Members[i].Value
	}
	return objects, members, nil
}

func (jsonFile) remove(content []byte, keys []string) ([]byte, error) {
	file, err := hujson.Parse(content)
	if err != nil {
		return nil, err
	}
	objects, members, err := path(&file, keys)
	if err != nil {
		return nil, err
	}
	for i := len(objects) - 1; i >= 0; i-- {
		object := objects[i].Value.(*hujson.Object)
		member := object.Members[members[i]]
		switch {
		case len(object.Members) > 1:
			return takeOut(content, object, members[i]), nil
		case !strings.Contains(string(member.Name.BeforeExtra), "\n"): // the object was there before
			return splice(content, objects[i].StartOffset+1, member.Value.EndOffset, ""), nil
		}
	}
	return nil, nil
}

// takeOut removes a member from an object that has others, together with its comma.
func takeOut(content []byte, object *hujson.Object, i int) []byte {
	m := object.Members[i]
	start := len(bytes.TrimRight(content[:m.Name.StartOffset], " \t\r\n"))
	end := m.Value.EndOffset
	if i < len(object.Members)-1 || m.Value.AfterExtra != nil {
		return splice(content, start, end+len(m.Value.AfterExtra)+1, "")
	}
	before := object.Members[i-1].Value
	comma := before.EndOffset + len(before.AfterExtra)
	return slices.Concat(content[:comma], content[comma+1:start], content[end:])
}

func (jsonFile) replace(content []byte, keys []string, value any) ([]byte, error) {
	file, err := hujson.Parse(content)
	if err != nil {
		return nil, err
	}
	objects, members, err := path(&file, keys)
	if err != nil {
		return nil, err
	}
	last := len(keys) - 1
	m := objects[last].Value.(*hujson.Object).Members[members[last]]
	space := string(m.Name.BeforeExtra)
	text, err := memberText(keys[last:], value, space[max(0, strings.LastIndexByte(space, '\n')):])
	return splice(content, m.Name.StartOffset, m.Value.EndOffset, text), err
}
