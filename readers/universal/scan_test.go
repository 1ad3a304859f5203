package universal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// anyValue draws JSON text, including what often breaks scanners.
func anyValue(t *rapid.T) []byte {
	var value any
	text := rapid.StringOfN(rapid.SampledFrom([]rune{'a', '"', '\\', '{', ']', ',', ':', ' ', '\n', 'é'}), 0, 12, -1)
	leaf := rapid.OneOf(text.AsAny(), rapid.Float64Range(-1e6, 1e6).AsAny(), rapid.Bool().AsAny(), rapid.Just[any](nil))
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		value = leaf.Draw(t, "leaf")
	case 1:
		value = rapid.SliceOfN(leaf, 0, 5).Draw(t, "array")
	default:
		value = rapid.MapOfN(text, rapid.SliceOfN(leaf, 0, 3), 0, 4).Draw(t, "object")
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if rapid.Bool().Draw(t, "indented") {
		var out bytes.Buffer
		json.Indent(&out, encoded, "", "\t")
		return out.Bytes()
	}
	return encoded
}

func TestValueIsFoundHoweverItComes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := anyValue(t)
		after := rapid.SampledFrom([]string{",", "]", "}", " ", "\n,"}).Draw(t, "after")
		s := &scanner{input: bufio.NewReaderSize(iotest.OneByteReader(strings.NewReader("  "+string(value)+after)), 16)}
		var got []byte
		if err := s.value(func(piece []byte) { got = append(got, piece...) }); err != nil {
			t.Fatalf("%s: %v", value, err)
		}
		if !bytes.Equal(got, value) || s.offset != int64(2+len(value)) {
			t.Fatalf("%s: got %s, offset %d", value, got, s.offset)
		}
		rest, _ := io.ReadAll(s.input)
		if string(rest) != after {
			t.Fatalf("%s: %q is left, want %q", value, rest, after)
		}
	})
}

func TestElementsComeALineEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var array, want bytes.Buffer
		array.WriteString(" [ ")
		for i := range rapid.IntRange(0, 5).Draw(t, "count") {
			if i > 0 {
				array.WriteString(" , ")
			}
			value := anyValue(t)
			array.Write(value)
			json.Compact(&want, value)
			want.WriteByte('\n')
		}
		array.WriteString(" ] ")
		e := &elements{scanner: newScanner(iotest.HalfReader(&array))}
		lines, err := io.ReadAll(iotest.OneByteReader(e))
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		for line := range bytes.Lines(lines) {
			json.Compact(&got, line)
			got.WriteByte('\n')
		}
		if got.String() != want.String() {
			t.Fatalf("got %q, want %q", got.String(), want.String())
		}
	})
}
