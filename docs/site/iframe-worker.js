// Search runs in a web worker, which browsers do not start from a file on disk. In that case a
// hidden frame runs the same script instead, and forwards the messages.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    onmessage = null

    constructor(url) {
      super()
      const frame = document.createElement('iframe')
      frame.hidden = true
      this.ready = new Promise((resolve) => frame.addEventListener('load', () => resolve(frame)))
      window.addEventListener('message', ({ source, data }) => {
        if (source === frame.contentWindow) this.hear(data)
      })
      const script = new URL(url, location.href).href
      frame.srcdoc =
        '<script>postMessage = (data) => parent.postMessage(data, "*")' +
        '; importScripts = () => Promise.resolve()</' + 'script>' +
        `<script src="${script}"></` + 'script>'
      document.documentElement.append(frame)
    }

    hear(data) {
      const event = new MessageEvent('message', { data })
      this.onmessage?.(event)
      this.dispatchEvent(event)
    }

    async postMessage(data) {
      const { contentWindow } = await this.ready
      contentWindow.dispatchEvent(new contentWindow.MessageEvent('message', { data }))
    }

    terminate() {
      this.ready.then((frame) => frame.remove())
    }
  }
}
