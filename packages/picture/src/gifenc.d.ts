/** The part of gifenc that we use. The package comes without types. */
declare module 'gifenc' {
  type Rgb = readonly [red: number, green: number, blue: number]

  interface FrameOptions {
    readonly palette?: readonly Rgb[]
    readonly transparent?: boolean
    readonly transparentIndex?: number
    /** In milliseconds. */
    readonly delay?: number
    /** 1 keeps the frame visible below the next one. */
    readonly dispose?: number
  }

  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
  }

  interface Gifenc {
    readonly GIFEncoder: () => Encoder
    readonly nearestColorIndex: (palette: readonly Rgb[], color: Rgb) => number
  }

  export const GIFEncoder: Gifenc['GIFEncoder'] | undefined
  export const nearestColorIndex: Gifenc['nearestColorIndex'] | undefined
  const whole: Gifenc
  // biome-ignore lint/style/noDefaultExport: so the package has it.
  export default whole
}
