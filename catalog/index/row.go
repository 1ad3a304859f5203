package index

import "stead/catalog/piece"

const (
	kindBits    = 3
	sessionBits = 28
)

// Row is the id of a piece in the tables piece and f: from the top the number of the session, that of the piece in it, and its kind. So
// sessions and kinds can be counted without a join.
type Row int64

func rowOf(session, seq int64, kind piece.Kind) Row {
	return Row(session<<sessionBits | seq<<kindBits | int64(kind))
}

// Session returns the number of the session, which is [Session.N].
func (r Row) Session() int64 { return int64(r) >> sessionBits }

// Kind returns what the piece is.
func (r Row) Kind() piece.Kind { return piece.Kind(r & (1<<kindBits - 1)) }

// seq returns the number of the piece in its session.
func (r Row) seq() int64 { return int64(r) & (1<<sessionBits - 1) >> kindBits }

// Rows returns the first and the last id that a piece of a session can have.
func Rows(session int64) (first, last Row) {
	return Row(session << sessionBits), Row((session+1)<<sessionBits - 1)
}
