package jsonl

import (
	"iter"
	"strconv"

	"stead/timeline"
)

// Value is the JSON of one value, unchanged from its line. An absent value is nil.
type Value []byte

// Members yields the members of an object: each key without its quotes, and its value. Keys are not unescaped. The
// object must be valid JSON (see [Clean]); any other value has no members.
func Members(object []byte) iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		at := skipSpace(object, 0)
		if at >= len(object) || object[at] != '{' {
			return
		}
		at = skipSpace(object, at+1)
		for at < len(object) && object[at] == '"' {
			keyEnd := skipString(object, at)
			if keyEnd-1 <= at {
				return
			}
			key := object[at+1 : keyEnd-1]
			from := skipSpace(object, keyEnd)
			if from >= len(object) || object[from] != ':' {
				return
			}
			from = skipSpace(object, from+1)
			end := skipValue(object, from)
			if !yield(key, Value(object[from:end])) {
				return
			}
			at = skipSeparator(object, end)
		}
	}
}

// Elements yields the elements of an array. The array must be valid JSON; any other value has no elements.
func Elements(array []byte) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		at := skipSpace(array, 0)
		if at >= len(array) || array[at] != '[' {
			return
		}
		at = skipSpace(array, at+1)
		for at < len(array) && array[at] != ']' {
			end := skipValue(array, at)
			if end == at || !yield(Value(array[at:end])) {
				return
			}
			at = skipSeparator(array, end)
		}
	}
}

// Get returns the value at a path of keys, or nil.
func (v Value) Get(path ...string) Value {
	for _, want := range path {
		var found Value
		for key, value := range Members(v) {
			if string(key) == want {
				found = value
				break
			}
		}
		if found == nil {
			return nil
		}
		v = found
	}
	return v
}

// IsString reports whether the value is a string.
func (v Value) IsString() bool { return len(v) > 1 && v[0] == '"' && v[len(v)-1] == '"' }

// IsObject reports whether the value is an object.
func (v Value) IsObject() bool { return len(v) > 0 && v[0] == '{' }

// IsArray reports whether the value is an array.
func (v Value) IsArray() bool { return len(v) > 0 && v[0] == '[' }

// IsNumber reports whether the value is a number.
func (v Value) IsNumber() bool { return len(v) > 0 && (v[0] == '-' || v[0] >= '0' && v[0] <= '9') }

// IsNull reports whether the value is absent or null.
func (v Value) IsNull() bool { return len(v) == 0 || string(v) == "null" }

// Bool returns a boolean value; false for anything else.
func (v Value) Bool() bool { return string(v) == "true" }

// Int returns a whole number; 0 for anything else.
func (v Value) Int() int64 {
	n, err := strconv.ParseInt(string(v), 10, 64)
	if err != nil {
		return int64(v.Float())
	}
	return n
}

// Float returns a number; 0 for anything else.
func (v Value) Float() float64 {
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil {
		return 0
	}
	return f
}

// String returns the decoded string; the empty string for anything else.
func (v Value) String() string {
	if !v.IsString() {
		return ""
	}
	return timeline.RawText(v).String()
}

// Is reports whether the value is the string s, where s needs no escaping.
func (v Value) Is(s string) bool {
	return len(v) == len(s)+2 && v[0] == '"' && string(v[1:len(v)-1]) == s
}
