package timeline

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Extra holds the members of a JSON object that its Go type does not name, so that they survive a round trip.
type Extra map[string]json.RawMessage

func (x Extra) clone() Extra {
	c := maps.Clone(x)
	for name, value := range c {
		c[name] = bytes.Clone(value)
	}
	return c
}

var knownMembers sync.Map // reflect.Type to map[string]bool

// membersOf returns the JSON names of a struct type's fields.
func membersOf(t reflect.Type) map[string]bool {
	if known, ok := knownMembers.Load(t); ok {
		return known.(map[string]bool)
	}
	known := make(map[string]bool, t.NumField())
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		known[name] = true
	}
	knownMembers.Store(t, known)
	return known
}

// unmarshalExtra decodes data into value, a pointer to a struct, and returns the members that the struct does not name.
func unmarshalExtra(data []byte, value any) (Extra, error) {
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if strict.Decode(value) == nil {
		return nil, nil // by far the most
	}
	if err := json.Unmarshal(data, value); err != nil {
		return nil, err
	}
	var members Extra
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, err
	}
	known := membersOf(reflect.TypeOf(value).Elem())
	maps.DeleteFunc(members, func(name string, _ json.RawMessage) bool { return known[name] })
	if len(members) == 0 {
		return nil, nil
	}
	return members, nil
}

// marshalExtra encodes value, a struct, with extra's members after its own.
func marshalExtra(value any, extra Extra) ([]byte, error) {
	data, err := json.Marshal(value)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	data = data[:len(data)-1]
	if len(data) > 1 {
		data = append(data, ',')
	}
	return append(appendMembers(data, extra), '}'), nil
}

// appendMembers appends extra's members in the order of their names, with commas between them.
func appendMembers(dst []byte, extra Extra) []byte {
	for i, name := range slices.Sorted(maps.Keys(extra)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, name)
		dst = append(dst, ':')
		dst = append(dst, extra[name]...)
	}
	return dst
}

// The aliases below have the fields but not the methods of their types, so that encoding does not call itself.
type (
	plainHeader     Header
	plainSource     Source
	plainProject    Project
	plainGit        Git
	plainModel      Model
	plainMetadata   Metadata
	plainTokens     Tokens
	plainLineage    Lineage
	plainBranch     Branch
	plainUsage      Usage
	plainAttachment Attachment
	plainCompaction Compaction
)

// MarshalJSON encodes the header with the members that stead does not know.
func (h Header) MarshalJSON() ([]byte, error) { return marshalExtra(plainHeader(h), h.Extra) }

// UnmarshalJSON decodes a header and keeps the members that stead does not know.
func (h *Header) UnmarshalJSON(data []byte) (err error) {
	h.Extra, err = unmarshalExtra(data, (*plainHeader)(h))
	return err
}

// MarshalJSON encodes the source with the members that stead does not know.
func (s Source) MarshalJSON() ([]byte, error) { return marshalExtra(plainSource(s), s.Extra) }

// UnmarshalJSON decodes a source and keeps the members that stead does not know.
func (s *Source) UnmarshalJSON(data []byte) (err error) {
	s.Extra, err = unmarshalExtra(data, (*plainSource)(s))
	return err
}

// MarshalJSON encodes the project with the members that stead does not know.
func (p Project) MarshalJSON() ([]byte, error) { return marshalExtra(plainProject(p), p.Extra) }

// UnmarshalJSON decodes a project and keeps the members that stead does not know.
func (p *Project) UnmarshalJSON(data []byte) (err error) {
	p.Extra, err = unmarshalExtra(data, (*plainProject)(p))
	return err
}

// MarshalJSON encodes the repository's state with the members that stead does not know.
func (g Git) MarshalJSON() ([]byte, error) { return marshalExtra(plainGit(g), g.Extra) }

// UnmarshalJSON decodes the repository's state and keeps the members that stead does not know.
func (g *Git) UnmarshalJSON(data []byte) (err error) {
	g.Extra, err = unmarshalExtra(data, (*plainGit)(g))
	return err
}

// MarshalJSON encodes the model with the members that stead does not know.
func (m Model) MarshalJSON() ([]byte, error) { return marshalExtra(plainModel(m), m.Extra) }

// UnmarshalJSON decodes a model and keeps the members that stead does not know.
func (m *Model) UnmarshalJSON(data []byte) (err error) {
	m.Extra, err = unmarshalExtra(data, (*plainModel)(m))
	return err
}

// MarshalJSON encodes the metadata with the members that stead does not know.
func (m Metadata) MarshalJSON() ([]byte, error) { return marshalExtra(plainMetadata(m), m.Extra) }

// UnmarshalJSON decodes metadata and keeps the members that stead does not know.
func (m *Metadata) UnmarshalJSON(data []byte) (err error) {
	m.Extra, err = unmarshalExtra(data, (*plainMetadata)(m))
	return err
}

// MarshalJSON encodes the lineage with the members that stead does not know.
func (l Lineage) MarshalJSON() ([]byte, error) { return marshalExtra(plainLineage(l), l.Extra) }

// UnmarshalJSON decodes a lineage and keeps the members that stead does not know.
func (l *Lineage) UnmarshalJSON(data []byte) (err error) {
	l.Extra, err = unmarshalExtra(data, (*plainLineage)(l))
	return err
}

// MarshalJSON encodes the sums with the members that stead does not know.
func (t Tokens) MarshalJSON() ([]byte, error) { return marshalExtra(plainTokens(t), t.Extra) }

// UnmarshalJSON decodes the sums and keeps the members that stead does not know.
func (t *Tokens) UnmarshalJSON(data []byte) (err error) {
	t.Extra, err = unmarshalExtra(data, (*plainTokens)(t))
	return err
}

// MarshalJSON encodes the branch with the members that stead does not know.
func (b Branch) MarshalJSON() ([]byte, error) { return marshalExtra(plainBranch(b), b.Extra) }

// UnmarshalJSON decodes the branch and keeps the members that stead does not know.
func (b *Branch) UnmarshalJSON(data []byte) (err error) {
	b.Extra, err = unmarshalExtra(data, (*plainBranch)(b))
	return err
}

// MarshalJSON encodes the counts with the members that stead does not know.
func (u Usage) MarshalJSON() ([]byte, error) { return u.appendJSON(nil), nil }

// UnmarshalJSON decodes the counts and keeps the members that stead does not know.
func (u *Usage) UnmarshalJSON(data []byte) (err error) {
	u.Extra, err = unmarshalExtra(data, (*plainUsage)(u))
	return err
}

// MarshalJSON encodes the attachment with the members that stead does not know.
func (a Attachment) MarshalJSON() ([]byte, error) { return marshalExtra(plainAttachment(a), a.Extra) }

// UnmarshalJSON decodes the attachment and keeps the members that stead does not know.
func (a *Attachment) UnmarshalJSON(data []byte) (err error) {
	a.Extra, err = unmarshalExtra(data, (*plainAttachment)(a))
	return err
}

// MarshalJSON encodes the compaction with the members that stead does not know.
func (c Compaction) MarshalJSON() ([]byte, error) { return marshalExtra(plainCompaction(c), c.Extra) }

// UnmarshalJSON decodes the compaction and keeps the members that stead does not know.
func (c *Compaction) UnmarshalJSON(data []byte) (err error) {
	c.Extra, err = unmarshalExtra(data, (*plainCompaction)(c))
	return err
}
