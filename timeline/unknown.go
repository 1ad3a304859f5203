package timeline

// All types of the format keep the members that stead does not know; [Entry] implements this itself.

// The aliases below have the fields but not the methods of their types, so that encoding does not recurse.
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
	plainOrigin     Origin
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

// MarshalJSON encodes the origin with the members that stead does not know.
func (o Origin) MarshalJSON() ([]byte, error) { return marshalExtra(plainOrigin(o), o.Extra) }

// UnmarshalJSON decodes the origin and keeps the members that stead does not know.
func (o *Origin) UnmarshalJSON(data []byte) (err error) {
	o.Extra, err = unmarshalExtra(data, (*plainOrigin)(o))
	return err
}
