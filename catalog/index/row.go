package index

import (
	"fmt"

	"stead/catalog/piece"
)

// A row's id has three bits for the kind, 20 for the number of the piece in its session, and above them the session's
// number. Words that stand in few pieces of many sessions take most of the index, and each bit more makes more of them
// a byte longer.
const (
	kindBits    = 3
	sessionBits = 23
	mostPieces  = 1 << (sessionBits - kindBits) // of a session
)

// Row is the id of a piece in the tables piece and f: from the top the number of the session, that of the piece in it,
// and its kind. So sessions and kinds can be counted without a join.
type Row int64

func rowOf(session, seq int64, kind piece.Kind) Row {
	return Row(session<<sessionBits | seq<<kindBits | int64(kind))
}

// numbering gives the pieces of a session their rows.
type numbering struct {
	session int64
	next    int64 // the number of the next piece in it
	isFull  bool  // there were more pieces than numbers
}

// row returns the row of the next piece. It reports false when there is no number left.
func (n *numbering) row(kind piece.Kind) (id int64, ok bool) {
	if n.next == mostPieces {
		n.isFull = true
		return 0, false
	}
	n.next++
	return int64(rowOf(n.session, n.next-1, kind)), true
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

// SessionOf returns the SQL for the number of the session, of a column or expression that is a [Row].
func SessionOf(row string) string { return fmt.Sprintf("(%s >> %d)", row, sessionBits) }

// sessionRows returns the SQL that compares a row id, a column or expression that is a [Row], with those of a session,
// whose number is another.
func sessionRows(row, session string) string {
	return fmt.Sprintf("%s BETWEEN %s << %[3]d AND (%[2]s + 1 << %[3]d) - 1", row, session, sessionBits)
}

// KindOf returns the SQL for the kind of the piece, of a column or expression that is a [Row].
func KindOf(row string) string { return fmt.Sprintf("(%s & %d)", row, 1<<kindBits-1) }
