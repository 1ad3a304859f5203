package postgres

import (
	"database/sql"
	"encoding/json"
	"slices"
	"strings"

	"stead/catalog/memory/database/schema"
	"stead/inject/redaction"
)

// sent gives the rows of a query to PostgreSQL, each value in its column's type. It implements pgx.CopyFromSource.
type sent struct {
	rows     *sql.Rows
	table    schema.Table
	detector redaction.Detector
	masked   int64
	failed   error
}

// Next implements pgx.CopyFromSource.
func (s *sent) Next() bool { return s.rows.Next() }

// Err implements pgx.CopyFromSource.
func (s *sent) Err() error {
	if s.failed == nil {
		s.failed = s.rows.Err()
	}
	return s.failed
}

// Values implements pgx.CopyFromSource.
func (s *sent) Values() ([]any, error) {
	values := make([]any, len(s.table.Columns))
	for i := range values {
		values[i] = new(any)
	}
	if s.failed = s.rows.Scan(values...); s.failed != nil {
		return nil, s.failed
	}
	for i, c := range s.table.Columns {
		values[i] = s.value(c, *values[i].(*any))
	}
	return values, nil
}

// value returns a value of SQLite in the column's type.
func (s *sent) value(c schema.Column, v any) any {
	if v == nil {
		return nil
	}
	switch c.Type {
	case schema.Boolean:
		return v == int64(1) || v == true
	case schema.Text:
		text, _ := v.(string)
		return s.text(c, plain(text))
	case schema.JSON:
		text, _ := v.(string)
		return s.json(plain(text))
	case schema.Real:
		if n, ok := v.(int64); ok {
			return float64(n)
		}
	}
	return v
}

// plain returns a text that PostgreSQL takes: UTF-8 without NUL.
func plain(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}

// identifying are columns of which a part of the text is no secret, however it looks: digests and ids.
var identifying = []string{"tenant_id", "team_id", "project_id", "hash", "message_hash", "result_hash",
	"content_hash", "id", "row_id", "caller_id", "callee_id",
	"session_id", "call_id", "superseded_by", "llm_source", "occurred", "started", "ended", "extracted_at"}

func (s *sent) text(c schema.Column, text string) string {
	if s.detector == nil || slices.Contains(identifying, c.Name) {
		return text
	}
	return s.mask(text)
}

func (s *sent) mask(text string) string {
	masked := redaction.MaskText(s.detector, text)
	if masked != text {
		s.masked++
	}
	return masked
}

// json masks the strings of a value. Their escapes hide secrets from who looks at the text.
func (s *sent) json(text string) string {
	if s.detector == nil || len(s.detector.FindInside([]byte(text))) == 0 {
		return text
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return "{}"
	}
	masked, err := json.Marshal(s.strings(value))
	if err != nil {
		return "{}"
	}
	return string(masked)
}

func (s *sent) strings(value any) any {
	switch v := value.(type) {
	case string:
		return s.mask(v)
	case []any:
		for i := range v {
			v[i] = s.strings(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = s.strings(v[key])
		}
	}
	return value
}
