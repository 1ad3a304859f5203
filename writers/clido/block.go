package clido

import (
	"strings"

	format "stead/adapters/clido"
	"stead/timeline"
	"stead/writers"
)

func block(kind string, members func(*timeline.Object)) []byte {
	o := timeline.NewObject(nil)
	o.String("type", kind)
	members(&o)
	return o.End()
}

// picture returns the block of a picture, or nil for any other attachment.
func picture(a timeline.Attachment, losses *writers.Losses) []byte {
	if !strings.HasPrefix(a.MediaType, "image/") {
		losses.Item(writers.Media, 0, "attachment "+a.MediaType, "clido's prompts have pictures, and no other files")
		return nil
	}
	data, ok := losses.Content(&a)
	if !ok {
		return nil
	}
	return block(format.ImageBlock, func(o *timeline.Object) {
		o.String("media_type", a.MediaType)
		o.Text("base64_data", data)
	})
}
