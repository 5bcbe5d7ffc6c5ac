/**
 * Loads a part of a page that is loaded on its first use, for React's `lazy`. Without a connection, waits until it is
 * back, so that the rest of the page keeps working meanwhile. Throws the error of `load` if the connection is there.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return load()
  }
}
