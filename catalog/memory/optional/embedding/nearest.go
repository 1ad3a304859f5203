package embedding

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Near is a message that is near to a text in meaning.
type Near struct {
	Hash string
	// Likeness is the cosine of both vectors: 1 for the same meaning, about 0 for none in common.
	Likeness float64
	// LLMSource and Session name the session in which the message was seen first, Turn and Line its place there, Kind what
	// it is: prompt, answer, summary.
	LLMSource, Session string
	Turn, Line         int
	Kind               string
	// Title, Project and File are those of the session. Occurred is when the message was written, RFC 3339.
	Title, Project, File, Occurred string
	// Text is the beginning of the message.
	Text string
}

// Nearest returns the messages whose vectors are nearest to that of a text, the nearest first, at most as many as said.
// It finds none when no vectors were made. Errors are those of the endpoint and of SQLite.
func Nearest(ctx context.Context, s Store, e Embedder, text string, most int) ([]Near, error) {
	var any bool
	err := s.Sessions().QueryRowContext(ctx,
		"SELECT EXISTS (SELECT 1 FROM embeddings WHERE tenant_id = ? AND model = ?)", s.Tenant(), e.Model()).Scan(&any)
	if err != nil || !any {
		return nil, err
	}
	vectors, err := e.Embed(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	best, err := compare(ctx, s, e.Model(), vectors[0], most)
	if err != nil {
		return nil, fmt.Errorf("compare embeddings: %w", err)
	}
	return place(ctx, s, best)
}

// compare goes over all vectors and keeps the nearest.
func compare(ctx context.Context, s Store, model string, wanted []float32, most int) ([]Near, error) {
	rows, err := s.Sessions().QueryContext(ctx,
		"SELECT message_hash, vector FROM embeddings WHERE tenant_id = ? AND model = ? AND dim = ?", s.Tenant(), model, len(
			wanted))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var best []Near
	var hash, vector sql.RawBytes // valid until the next row: nothing is copied but what is kept
	for rows.Next() {
		if err := rows.Scan(&hash, &vector); err != nil {
			return nil, err
		}
		if likeness := dot(wanted, vector); len(best) < most || likeness > best[len(best)-1].Likeness {
			best = insert(best, Near{Hash: string(hash), Likeness: likeness}, most)
		}
	}
	return best, rows.Err()
}

// insert puts a message in its place among the nearest.
func insert(best []Near, one Near, most int) []Near {
	at, _ := slices.BinarySearchFunc(best, one, func(a, b Near) int {
		return cmp.Or(cmp.Compare(b.Likeness, a.Likeness), strings.Compare(a.Hash, b.Hash))
	})
	best = slices.Insert(best, at, one)
	return best[:min(len(best), most)]
}

// dot returns the product of a vector and an encoded one.
func dot(a []float32, encoded []byte) (sum float64) {
	if len(encoded) != 4*len(a) {
		return -1
	}
	for i, x := range a {
		sum += float64(x) * float64(math.Float32frombits(binary.LittleEndian.Uint32(encoded[4*i:])))
	}
	return sum
}

// placing says where a message was seen first.
const placing = `SELECT m.llm_source, m.session_id, coalesce(min(e.turn), 0), m.source_line, json_extract(m.metadata, '$.kind'), substr(m.content, 1, 300),
		coalesce(s.title, ''), coalesce(s.project, ''), m.source_file, m.occurred
	FROM messages m LEFT JOIN sessions s ON s.tenant_id = m.tenant_id AND s.llm_source = m.llm_source AND s.session_id = m.session_id
	LEFT JOIN events e ON e.tenant_id = m.tenant_id AND e.llm_source = m.llm_source AND e.session_id = m.session_id AND e.message_hash = m.hash
	WHERE m.tenant_id = ? AND m.hash = ? GROUP BY m.hash`

// place looks up where the messages stand. One that stands nowhere any more is left out.
func place(ctx context.Context, s Store, best []Near) ([]Near, error) {
	var placed []Near
	for _, n := range best {
		err := s.Sessions().QueryRowContext(ctx, placing, s.Tenant(), n.Hash).
			Scan(&n.LLMSource, &n.Session, &n.Turn, &n.Line, &n.Kind, &n.Text, &n.Title, &n.Project, &n.File, &n.Occurred)
		switch err {
		case nil:
			placed = append(placed, n)
		case sql.ErrNoRows:
		default:
			return nil, err
		}
	}
	return placed, nil
}
