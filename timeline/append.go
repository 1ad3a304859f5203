package timeline

import (
	"slices"
	"strconv"
	"unsafe"
)

// AppendString appends s to dst as a JSON string. It escapes only what JSON requires, so the text stays readable.
// Invalid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst, tail := AppendEscaped(append(dst, '"'), unsafe.Slice(unsafe.StringData(s), len(s))) // only read
	for range tail {
		dst = append(dst, "\uFFFD"...)
	}
	return append(dst, '"')
}

// Object builds one JSON object into a byte slice, member by member. It exists because message bodies must be spliced
// in unchanged: the standard encoder would parse, validate and copy each of them again.
type Object struct {
	dst   []byte
	empty bool
	place Placer
}

// Placer records that value belongs at the end of dst, instead of appending it. A giant body then needs no copy. It
// returns dst.
type Placer func(dst, value []byte) []byte

// LongBody is the size, in bytes of JSON, above which a body goes to a [Placer].
const LongBody = 256 << 10

// NewObject starts an object at the end of dst.
func NewObject(dst []byte) Object { return Object{dst: append(dst, '{'), empty: true} }

// key appends the member's name; the caller then appends its value.
func (o *Object) key(name string) {
	if !o.empty {
		o.dst = append(o.dst, ',')
	}
	o.empty = false
	o.dst = AppendString(o.dst, name)
	o.dst = append(o.dst, ':')
}

// String adds a member whose value is s.
func (o *Object) String(name, s string) {
	o.key(name)
	o.dst = AppendString(o.dst, s)
}

// Optional adds a member whose value is s unless s is empty.
func (o *Object) Optional(name, s string) {
	if s != "" {
		o.String(name, s)
	}
}

// slack is the spare capacity reserved after a body, so that the few members after a giant body do not force a move.
const slack = 1 << 10

// Text adds a member whose value is t.
func (o *Object) Text(name string, t Text) {
	o.key(name)
	o.dst = o.AppendText(o.dst, t)
}

// AppendText appends the JSON of t to dst, which [Object.Append] passed in. It hands a long text to the placer instead.
func (o *Object) AppendText(dst []byte, t Text) []byte {
	value := t.JSON()
	if o.place != nil && len(value) > LongBody {
		return o.place(dst, value)
	}
	return append(slices.Grow(dst, len(value)+slack), value...)
}

// Raw adds a member whose value is the JSON in value. An empty value becomes null, so that the object stays JSON when a
// caller passes on a member that its source does not have.
func (o *Object) Raw(name string, value []byte) {
	if len(value) == 0 {
		value = []byte("null")
	}
	o.key(name)
	o.dst = append(o.dst, value...)
}

// Int adds a member whose value is n.
func (o *Object) Int(name string, n int64) {
	o.key(name)
	o.dst = appendInt(o.dst, n)
}

// Float adds a member whose value is n, which must be finite.
func (o *Object) Float(name string, n float64) {
	o.key(name)
	o.dst = strconv.AppendFloat(o.dst, n, 'g', -1, 64)
}

// Bool adds a member whose value is b.
func (o *Object) Bool(name string, b bool) {
	o.key(name)
	if b {
		o.dst = append(o.dst, "true"...)
	} else {
		o.dst = append(o.dst, "false"...)
	}
}

// Append adds a member whose value fn appends: an object or array inside this one, built without a copy.
func (o *Object) Append(name string, fn func(dst []byte) []byte) {
	o.key(name)
	o.dst = fn(o.dst)
}

// Object adds a member that is an object whose members fn adds.
func (o *Object) Object(name string, fn func(*Object)) {
	o.key(name)
	o.dst = AppendPlaced(o.dst, o.place, fn)
}

// AppendPlaced is like AppendObject, but hands long bodies to place. Dst must be the slice that the placer knows.
func AppendPlaced(dst []byte, place Placer, fn func(*Object)) []byte {
	o := NewObject(dst)
	o.place = place
	fn(&o)
	return o.End()
}

// AppendObject appends an object whose members fn adds.
func AppendObject(dst []byte, fn func(*Object)) []byte {
	o := NewObject(dst)
	fn(&o)
	return o.End()
}

// AppendArray appends an array of elements that are already JSON.
func AppendArray(dst []byte, elements [][]byte) []byte {
	size := len("[]")
	for _, element := range elements {
		size += len(element) + len(",")
	}
	dst = append(slices.Grow(dst, size), '[')
	for i, element := range elements {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, element...)
	}
	return append(dst, ']')
}

// End closes the object and returns the whole slice.
func (o *Object) End() []byte { return append(o.dst, '}') }
