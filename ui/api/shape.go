package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"stead/ui/model"
)

// binaryType is the media type of the numbers.
const binaryType = "application/octet-stream"

type shapeOutput struct {
	Type     string `header:"Content-Type"`
	Encoding string `header:"Content-Encoding"`
	Revision string `header:"Stead-Rev" doc:"the rev of the session"`
	Body     []byte
}

func addShape(s *server, to huma.API) {
	huma.Register(to, huma.Operation{
		OperationID: "get-shape", Method: http.MethodGet, Path: "/sessions/{cli}/{id}/shape", Tags: []string{"sessions"},
		Summary: "Tell how long the entries of a session are when they are shown",
		Description: "For each entry, a number of 16 bits, the low byte first: how many lines of at most 80 characters its texts take. A list of entries can be " +
			"laid out by it before they are read. It is always gzipped, and the header Stead-Rev has the session's rev.",
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{binaryType: {}}}},
	}, s.shape)
}

func (s *server) shape(ctx context.Context, in *SessionInput) (*shapeOutput, error) {
	shape, err := s.Model.Reader().Shape(ctx, in.CLI, in.ID)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	return &shapeOutput{Type: binaryType, Encoding: "gzip", Revision: shape.Revision, Body: packed(shape)}, nil
}

// packed encodes the numbers for the response.
func packed(s model.Shape) []byte {
	var numbers bytes.Buffer
	w := gzip.NewWriter(&numbers)
	_ = binary.Write(w, binary.LittleEndian, s.Lines) // writes to memory cannot fail
	_ = w.Close()
	return numbers.Bytes()
}
