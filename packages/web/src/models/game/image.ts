/** A drawing as a square image of `size` pixels a side, to be painted on a canvas. */
export async function imageOf(svg: string, size: number): Promise<HTMLImageElement> {
  const image = new Image(size, size)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  return image
}
